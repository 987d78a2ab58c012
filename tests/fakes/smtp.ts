import { type AddressInfo, createServer, type Socket } from "node:net";

export type ReceivedMail = { from: string; to: string[]; data: string };
/** Where in a conversation the server says something else than yes. */
export type SmtpStep = "connect" | "EHLO" | "MAIL" | "RCPT" | "DATA" | "END";
export type SmtpFault =
  | { step: SmtpStep; code: number; text?: string }
  | { step: SmtpStep; kind: "cut" | "hang" };

/**
 * A mail server: greets, takes mails from anybody to anybody, and keeps them. Faults are answered
 * at the step they name.
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
    let receiving = false;
    let unread = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    /** Answers a step; `go` is what happens where there is no fault. */
    const step = (name: SmtpStep, argument: string, go: () => void) => {
      const wrong = fault(name, argument);
      if (!wrong) return go();
      if ("code" in wrong) return say(`${wrong.code} ${wrong.text ?? `${name} refused`}`);
      if (wrong.kind === "cut") socket.destroy();
    };
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
      if (verb === "EHLO" || verb === "HELO") return step("EHLO", line, () => say("250 double"));
      if (verb === "MAIL") {
        mail = { from: address, to: [], data: "" };
        return step("MAIL", address, () => say("250 sender ok"));
      }
      if (verb === "RCPT")
        return step("RCPT", address, () => {
          mail.to.push(address);
          say("250 recipient ok");
        });
      if (verb === "DATA")
        return step("DATA", "", () => {
          receiving = true;
          say("354 end with a dot");
        });
      if (verb === "QUIT") {
        say("221 bye");
        return socket.end();
      }
      say(verb === "RSET" || verb === "NOOP" ? "250 ok" : "502 not known here");
    };
    const dataLine = (line: string) => {
      if (line !== ".") {
        mail.data += `${line.startsWith(".") ? line.slice(1) : line}\r\n`;
        return;
      }
      receiving = false;
      step("END", "", () => {
        mails.push(mail);
        say("250 queued");
      });
    };
    socket.on("data", (chunk) => {
      unread += chunk.toString("utf8");
      for (let end = unread.indexOf("\r\n"); end >= 0; end = unread.indexOf("\r\n")) {
        const line = unread.slice(0, end);
        unread = unread.slice(end + 2);
        if (receiving) dataLine(line);
        else command(line);
      }
    });
    step("connect", "", () => say("220 double ready"));
  });
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(options.port ?? 0, "127.0.0.1", listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    connections: () => connections,
    /** What goes wrong from now on; null: nothing. */
    fail(next: SmtpFault | ((step: SmtpStep, argument: string) => SmtpFault | null) | null) {
      fault = typeof next === "function" ? next : (step) => (next?.step === step ? next : null);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
export type SmtpDouble = Awaited<ReturnType<typeof startSmtp>>;
