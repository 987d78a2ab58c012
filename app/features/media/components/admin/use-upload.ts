import { useEffect, useRef, useState } from "react";
import {
  IMAGES_PATH,
  LIBRARY_UNREACHABLE,
  MAX_UPLOAD_BYTES,
  SIGNED_OUT,
  UPLOAD_REFUSED,
} from "../../constants.ts";
import { type UploadReply, uploadReplySchema } from "../../schema.ts";

/** `sending`: `share` of it is sent; `working`: the server has it and creates its sizes. */
export type UploadPhase =
  | { name: "ready" }
  | { name: "sending"; share: number }
  | { name: "working" };
type Done = Extract<UploadReply, { ok: true }>;

/**
 * The upload of one image. The file stays chosen until it is stored, so that a failure loses
 * nothing.
 */
export function useUpload(onDone: (done: Done) => void) {
  const [file, setFile] = useState<File>();
  const [phase, setPhase] = useState<UploadPhase>({ name: "ready" });
  const [error, setError] = useState<string>();
  const call = useRef<XMLHttpRequest>(undefined);
  useEffect(() => () => call.current?.abort(), []);

  const choose = (chosen: File | undefined) => {
    if (phase.name !== "ready") return;
    setFile(chosen);
    setError(chosen && chosen.size > MAX_UPLOAD_BYTES ? UPLOAD_REFUSED["too-large"] : undefined);
  };
  const end = (reply: UploadReply) => {
    setPhase({ name: "ready" });
    if (!reply.ok) return setError(reply.message);
    setFile(undefined);
    onDone(reply);
  };
  const send = (alt: string) => {
    if (!file || phase.name !== "ready" || file.size > MAX_UPLOAD_BYTES) return;
    setError(undefined);
    setPhase({ name: "sending", share: 0 });
    call.current = sendImage({ file, alt, onPhase: setPhase, onEnd: end });
  };
  const cancel = () => {
    call.current?.abort();
    setPhase({ name: "ready" });
    setError(undefined);
    setFile(undefined);
  };
  return { file, phase, error, choose, send, cancel };
}

type Sending = {
  file: File;
  alt: string;
  onPhase: (phase: UploadPhase) => void;
  onEnd: (reply: UploadReply) => void;
};

/** Not by `fetch`, which does not report how much is sent. */
function sendImage({ file, alt, onPhase, onEnd }: Sending): XMLHttpRequest {
  const form = new FormData();
  form.set("alt", alt);
  form.set("file", file);
  const call = new XMLHttpRequest();
  call.open("POST", IMAGES_PATH);
  call.upload.onprogress = ({ loaded, total }) =>
    onPhase({ name: "sending", share: total > 0 ? loaded / total : 0 });
  call.upload.onload = () => onPhase({ name: "working" });
  call.onload = () => onEnd(readReply(call));
  call.onerror = () => onEnd({ ok: false, message: LIBRARY_UNREACHABLE });
  call.send(form);
  return call;
}

function readReply(call: XMLHttpRequest): UploadReply {
  if (new URL(call.responseURL).pathname !== IMAGES_PATH) return { ok: false, message: SIGNED_OUT };
  try {
    return uploadReplySchema.parse(JSON.parse(call.responseText));
  } catch {
    return { ok: false, message: LIBRARY_UNREACHABLE };
  }
}
