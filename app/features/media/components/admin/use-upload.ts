import { useEffect, useRef, useState } from "react";
import {
  IMAGES_PATH,
  LIBRARY_UNREACHABLE,
  MAX_UPLOAD_BYTES,
  SIGNED_OUT,
  UPLOAD_REFUSALS,
} from "../../constants.ts";
import { type UploadReply, uploadReplySchema } from "../../schema.ts";

/** `sending`: `share` of it is sent; `working`: the server is resizing it. */
export type UploadPhase =
  | { name: "ready" }
  | { name: "sending"; share: number }
  | { name: "working" };
type StoredUpload = Extract<UploadReply, { ok: true }>;

/**
 * Uploads one image. The file stays chosen until it is stored, so that a failed upload can be
 * retried.
 */
export function useUpload(onDone: (done: StoredUpload) => void) {
  const [file, setFile] = useState<File>();
  const [phase, setPhase] = useState<UploadPhase>({ name: "ready" });
  const [error, setError] = useState<string>();
  const request = useRef<XMLHttpRequest>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  const choose = (chosen: File | undefined) => {
    if (phase.name !== "ready") return;
    setFile(chosen);
    setError(chosen && chosen.size > MAX_UPLOAD_BYTES ? UPLOAD_REFUSALS["too-large"] : undefined);
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
    request.current = sendImage({ file, alt, onPhase: setPhase, onEnd: end });
  };
  const cancel = () => {
    request.current?.abort();
    setPhase({ name: "ready" });
    setError(undefined);
    setFile(undefined);
  };
  return { file, phase, error, choose, send, cancel };
}

type SendOptions = {
  file: File;
  alt: string;
  onPhase: (phase: UploadPhase) => void;
  onEnd: (reply: UploadReply) => void;
};

/** Uses XMLHttpRequest because `fetch` does not report upload progress. */
function sendImage({ file, alt, onPhase, onEnd }: SendOptions): XMLHttpRequest {
  const form = new FormData();
  form.set("alt", alt);
  form.set("file", file);
  const request = new XMLHttpRequest();
  request.open("POST", IMAGES_PATH);
  request.upload.onprogress = ({ loaded, total }) =>
    onPhase({ name: "sending", share: total > 0 ? loaded / total : 0 });
  request.upload.onload = () => onPhase({ name: "working" });
  request.onload = () => onEnd(readReply(request));
  request.onerror = () => onEnd({ ok: false, message: LIBRARY_UNREACHABLE });
  request.send(form);
  return request;
}

function readReply(request: XMLHttpRequest): UploadReply {
  if (new URL(request.responseURL).pathname !== IMAGES_PATH)
    return { ok: false, message: SIGNED_OUT };
  try {
    return uploadReplySchema.parse(JSON.parse(request.responseText));
  } catch {
    return { ok: false, message: LIBRARY_UNREACHABLE };
  }
}
