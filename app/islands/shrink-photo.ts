/** In pixels, of the longer side; the server stores no more (IMAGE_SIDE in photos/constants.ts). */
const MAX_SIDE = 2_048;
/** A photo of fewer bytes is sent as it is. */
const SMALL_BYTES = 1024 * 1024;
const QUALITY = 0.85;
const ACCEPTED = /^image\/(?:jpeg|png|webp|avif)$/;

/**
 * The photo as a smaller JPEG, or the file itself where it is small, or where the browser cannot
 * read it; then the server decides.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= SMALL_BYTES && ACCEPTED.test(file.type)) return file;
  try {
    const blob = await drawSmaller(await createImageBitmap(file));
    const isBetter = blob && (blob.size < file.size || !ACCEPTED.test(file.type));
    return isBetter ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}

async function drawSmaller(photo: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, MAX_SIDE / Math.max(photo.width, photo.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(photo.width * scale);
  canvas.height = Math.round(photo.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  photo.close();
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}
