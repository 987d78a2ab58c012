/** The QR code for authenticator apps as a data URL, and the same secret as text. */
export async function renderQrCode(uri: string): Promise<{ qrCode: string; secret: string }> {
  // Loaded on demand: few processes ever set up a second factor.
  const { default: QRCode } = await import("qrcode");
  const svg = await QRCode.toString(uri, { type: "svg", margin: 1, errorCorrectionLevel: "M" });
  return {
    qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    secret: new URL(uri).searchParams.get("secret") ?? "",
  };
}
