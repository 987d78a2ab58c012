import QRCode from "qrcode";

/** The picture that authenticator apps read, as a data URL, and the same secret to type. */
export async function drawQrCode(uri: string): Promise<{ picture: string; secret: string }> {
  const svg = await QRCode.toString(uri, { type: "svg", margin: 1, errorCorrectionLevel: "M" });
  return { picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`, secret: new URL(uri).searchParams.get("secret") ?? "" };
}
