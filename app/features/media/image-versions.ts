/**
 * Images of the media library: every one is stored in several widths, each as AVIF and as WebP.
 */

export const IMAGE_FORMATS = ["avif", "webp"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
/** Beside the image's own width, which is at most the last of these. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;
export const MAX_IMAGE_WIDTH = 1600;

export type StoredImage = {
  /** 32 hexadecimal digits. */ key: string /** Of the largest version, in pixels. */;
  width: number;
  height: number;
};

const ADDRESS = /^\/media\/([0-9a-f]{32})-(\d{1,4})x(\d{1,5})\/(\d{1,4})\.(avif|webp)$/;

const FOLDER = /^([0-9a-f]{32})-(\d{1,4})x(\d{1,5})$/;

/** Name of the folder with all files of an image. */
export const imageFolder = ({ key, width, height }: StoredImage) => `${key}-${width}x${height}`;

/** The image whose files are in a folder of this name, or null for any other name. */
export function readImageFolder(name: string): StoredImage | null {
  const [, key, width, height] = FOLDER.exec(name) ?? [];
  return key ? { key, width: Number(width), height: Number(height) } : null;
}

/** Widths that an image is stored in, the smallest first. */
export const widthsOf = (width: number) => [...IMAGE_WIDTHS.filter((step) => step < width), width];

/**
 * URL of one version. The size is part of it, so that a page can reserve room for the image without
 * a query.
 */
export const imageUrl = (
  image: StoredImage,
  version: number = image.width,
  format: ImageFormat = "webp",
) => `/media/${imageFolder(image)}/${version}.${format}`;

/** The image version that a URL of the media library names, or null for any other URL. */
export function readImageUrl(
  url: string,
): (StoredImage & { version: number; format: ImageFormat }) | null {
  const [, key, width, height, version, format] = ADDRESS.exec(url) ?? [];
  if (!key) return null;
  const image = { key, width: Number(width), height: Number(height) };
  return image.height > 0 && widthsOf(image.width).includes(Number(version))
    ? { ...image, version: Number(version), format: format as ImageFormat }
    : null;
}

/** Text of a srcset with every width of an image. */
export const srcSetOf = (image: StoredImage, format: ImageFormat) =>
  widthsOf(image.width)
    .map((version) => `${imageUrl(image, version, format)} ${version}w`)
    .join(", ");
