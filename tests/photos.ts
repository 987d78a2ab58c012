import { randomInt } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** Creates an image that no other test has; with noise its file is as large as that of a photo. */
export const createImage = ({ width = 640, height = 480, isNoisy = false } = {}): Sharp =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: randomInt(256), g: randomInt(256), b: randomInt(256) },
      ...(isNoisy && { noise: { type: "gaussian", mean: 128, sigma: 20 } }),
    },
  });

/**
 * Creates a photo as a phone stores it: on its side, with where, when and with what it was taken.
 * Red is at the top of the upright photo, which is 300 wide and 400 high.
 */
export async function createPhonePhoto(): Promise<Buffer> {
  const red = await sharp({ create: { width: 100, height: 300, channels: 3, background: "#f00" } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 400, height: 300, channels: 3, background: "#00f" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: "SECRET-CAMERA", Copyright: "SECRET-NAME" },
      IFD2: { DateTimeOriginal: "2031:05:06 07:08:09" },
      IFD3: { GPSLatitude: "33/1 44/1 5628/100", GPSLatitudeRef: "N" },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>SECRET-XMP</x:xmpmeta>")
    .withIccProfile("p3")
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** Builds a black PNG of one bit per pixel by hand: a library would first unpack all of it. */
export function createBlankPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A form with photos, as a browser sends it. */
export function buildPhotoForm(files: readonly { bytes: Buffer; name?: string }[]): FormData {
  const form = new FormData();
  for (const { bytes, name = "image.jpg" } of files)
    form.append("photos", new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }));
  return form;
}
