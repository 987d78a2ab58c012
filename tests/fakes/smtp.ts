import { type AddressInfo, createServer, type Socket } from "node:net";

export type ReceivedMail = { from: string; to: string[]; data: string };
/** The step of a conversation at which the server refuses. */
export type SmtpStep = "connect" | "EHLO" | "MAIL" | "RCPT" | "DATA" | "END";
export type SmtpFault =
  | { step: SmtpStep; code: number; text?: string }
  | { step: SmtpStep; kind: "cut" | "hang" };

/**
 * A mail server that accepts mails from anybody to anybody, and stores them in memory. A fault is
 * returned at its step.
 */
export async function startSmtp(options: { port?: number } = {}) {
  const mails: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  let fault: (step: SmtpStep, argument: string) => SmtpFault | null = () => null;

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let mail: ReceivedMail = { from: "", to: [], data: "" };
    let isReceivingData = false;
    let unread = "";
    const send = (line: string) => socket.write(`${line}\r\n`);
    /** Handles a step: with the fault if there is one, otherwise with `proceed`. */
    const step = (name: SmtpStep, argument: string, proceed: () => void) => {
      const stepFault = fault(name, argument);
      if (!stepFault) return proceed();
      if ("code" in stepFault)
        return send(`${stepFault.code} ${stepFault.text ?? `${name} refused`}`);
      if (stepFault.kind === "cut") socket.destroy();
    };
    const handleCommand = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
      if (verb === "EHLO" || verb === "HELO") return step("EHLO", line, () => send("250 fake"));
      if (verb === "MAIL") {
        mail = { from: address, to: [], data: "" };
        return step("MAIL", address, () => send("250 sender ok"));
      }
      if (verb === "RCPT")
        return step("RCPT", address, () => {
          mail.to.push(address);
          send("250 recipient ok");
        });
      if (verb === "DATA")
        return step("DATA", "", () => {
          isReceivingData = true;
          send("354 end with a dot");
        });
      if (verb === "QUIT") {
        send("221 bye");
        return socket.end();
      }
      send(verb === "RSET" || verb === "NOOP" ? "250 ok" : "502 not implemented");
    };
    const handleDataLine = (line: string) => {
      if (line !== ".") {
        mail.data += `${line.startsWith(".") ? line.slice(1) : line}\r\n`;
        return;
      }
      isReceivingData = false;
      step("END", "", () => {
        mails.push(mail);
        send("250 queued");
      });
    };
    socket.on("data", (chunk) => {
      unread += chunk.toString("utf8");
      for (let end = unread.indexOf("\r\n"); end >= 0; end = unread.indexOf("\r\n")) {
        const line = unread.slice(0, end);
        unread = unread.slice(end + 2);
        if (isReceivingData) handleDataLine(line);
        else handleCommand(line);
      }
    });
    step("connect", "", () => send("220 fake ready"));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    connections: () => connections,
    /** Sets the fault from now on; null: none. */
    fail(next: SmtpFault | ((step: SmtpStep, argument: string) => SmtpFault | null) | null) {
      fault = typeof next === "function" ? next : (step) => (next?.step === step ? next : null);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
export type SmtpFake = Awaited<ReturnType<typeof startSmtp>>;
