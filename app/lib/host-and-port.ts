/** The host of a URL with the port that it leads to, also where its scheme implies the port. */
export const getHostAndPort = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
