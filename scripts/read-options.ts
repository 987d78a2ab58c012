/**
 * Parses the arguments of a command. On wrong use it prints one sentence with the usage, and sets
 * the exit code.
 */
export function readOptions<T>(usage: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(/\. (?=To specify|This command)/);
    console.error(`${sentence.replace(/\.?$/, ".")}\nUsage: ${usage}`);
    process.exitCode = 1;
    return undefined;
  }
}
