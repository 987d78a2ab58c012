// Every image of the media library is stored in several widths, each as AVIF and as WebP.

export const IMAGE_FORMATS = ["avif", "webp"] as const;
export type ImageFormat = (typeof IMAGE_FORMATS)[number];
/** Standard widths; an image is also stored in its own width, which is at most the last of these. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;
export const MAX_IMAGE_WIDTH = 1600;

export type StoredImage = {
  /** 32 hexadecimal digits. */
  key: string;
  /** Width and height of the largest version, in pixels. */
  width: number;
  height: number;
};

const IMAGE_URL = /^\/media\/([0-9a-f]{32})-(\d{1,4})x(\d{1,5})\/(\d{1,4})\.(avif|webp)$/;

const IMAGE_FOLDER = /^([0-9a-f]{32})-(\d{1,4})x(\d{1,5})$/;

/** Name of the folder with all files of an image. */
export const getImageFolder = ({ key, width, height }: StoredImage) => `${key}-${width}x${height}`;

/** The image whose files are in a folder of this name, or null for any other name. */
export function readImageFolder(name: string): StoredImage | null {
  const [, key, width, height] = IMAGE_FOLDER.exec(name) ?? [];
  return key ? { key, width: Number(width), height: Number(height) } : null;
}

/** Widths that an image is stored in, the smallest first. */
export const listWidths = (width: number) => [
  ...IMAGE_WIDTHS.filter((step) => step < width),
  width,
];

/**
 * The URL of one version. It includes the size, so that a page can reserve space for the image
 * without a query.
 */
export const getImageUrl = (
  image: StoredImage,
  version: number = image.width,
  format: ImageFormat = "webp",
) => `/media/${getImageFolder(image)}/${version}.${format}`;

/** The image version that a URL of the media library names, or null for any other URL. */
export function readImageUrl(
  url: string,
): (StoredImage & { version: number; format: ImageFormat }) | null {
  const [, key, width, height, version, format] = IMAGE_URL.exec(url) ?? [];
  if (!key) return null;
  const image = { key, width: Number(width), height: Number(height) };
  return image.height > 0 && listWidths(image.width).includes(Number(version))
    ? { ...image, version: Number(version), format: format as ImageFormat }
    : null;
}

/** The srcset attribute with every width of an image. */
export const buildSrcSet = (image: StoredImage, format: ImageFormat) =>
  listWidths(image.width)
    .map((version) => `${getImageUrl(image, version, format)} ${version}w`)
    .join(", ");
