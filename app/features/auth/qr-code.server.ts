/** The picture that authenticator apps read, as a data URL, and the same secret to type. */
export async function drawQrCode(uri: string): Promise<{ picture: string; secret: string }> {
  // Loaded when somebody sets up a factor: few processes ever do.
  const { default: QRCode } = await import("qrcode");
  const svg = await QRCode.toString(uri, { type: "svg", margin: 1, errorCorrectionLevel: "M" });
  return {
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    secret: new URL(uri).searchParams.get("secret") ?? "",
  };
}
