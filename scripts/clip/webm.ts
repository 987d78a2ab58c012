type Chunk = { data: Buffer; key: boolean; ms: number };
type Track = { codec: "V_VP8" | "V_VP9"; width: number; height: number; framesPerSecond: number };

/** An EBML element: identifier, size in eight bytes, content. */
function element(id: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const name = Buffer.from(id.toString(16), "hex");
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(0x0100000000000000n | BigInt(body.length));
  return Buffer.concat([name, size, body]);
}

function number(id: number, value: number): Buffer {
  const body = Buffer.alloc(4);
  body.writeUInt32BE(value);
  return element(id, body);
}

function float(id: number, value: number): Buffer {
  const body = Buffer.alloc(8);
  body.writeDoubleBE(value);
  return element(id, body);
}

const text = (id: number, value: string) => element(id, Buffer.from(value));

function simpleBlock(chunk: Chunk, clusterMs: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt8(0x81);
  head.writeInt16BE(chunk.ms - clusterMs, 1);
  head.writeUInt8(chunk.key ? 0x80 : 0, 3);
  return element(0xa3, head, chunk.data);
}

/**
 * Builds a WebM file of one video track. Its header contains the duration and its cues the key
 * frames, so that players can seek.
 */
export function muxWebm(chunks: Chunk[], track: Track): Buffer {
  const groups: Chunk[][] = [];
  for (const chunk of chunks) {
    if (chunk.key || groups.length === 0) groups.push([]);
    groups.at(-1)?.push(chunk);
  }
  const clusters = groups.map((group) => {
    const ms = group[0]?.ms ?? 0;
    return {
      ms,
      bytes: element(0x1f43b675, number(0xe7, ms), ...group.map((chunk) => simpleBlock(chunk, ms))),
    };
  });
  const info = element(
    0x1549a966,
    number(0x2ad7b1, 1_000_000),
    float(0x4489, (chunks.length * 1000) / track.framesPerSecond),
    text(0x4d80, "render-clip"),
    text(0x5741, "render-clip"),
  );
  // Matrix 1 is BT.709, range 1 the limited one.
  const color = element(0x55b0, number(0x55b1, 1), number(0x55b9, 1));
  const video = element(0xe0, number(0xb0, track.width), number(0xba, track.height), color);
  const entry = element(
    0xae,
    number(0xd7, 1),
    number(0x73c5, 1),
    number(0x83, 1),
    number(0x9c, 0),
    number(0x23e383, Math.round(1e9 / track.framesPerSecond)),
    text(0x86, track.codec),
    video,
  );
  const tracks = element(0x1654ae6b, entry);
  const cues = (firstCluster: number) => {
    let position = firstCluster;
    const points = clusters.map(({ ms, bytes }) => {
      const point = element(
        0xbb,
        number(0xb3, ms),
        element(0xb7, number(0xf7, 1), number(0xf1, position)),
      );
      position += bytes.length;
      return point;
    });
    return element(0x1c53bb6b, ...points);
  };
  // Every number has four bytes, so the cues are as long with the final positions as without.
  const firstCluster = info.length + tracks.length + cues(0).length;
  const header = element(
    0x1a45dfa3,
    number(0x4286, 1),
    number(0x42f7, 1),
    number(0x42f2, 4),
    number(0x42f3, 8),
    text(0x4282, "webm"),
    number(0x4287, 2),
    number(0x4285, 2),
  );
  return Buffer.concat([
    header,
    element(0x18538067, info, tracks, cues(firstCluster), ...clusters.map(({ bytes }) => bytes)),
  ]);
}
