/** "1 record", "2 records"; `many` is the plural where adding an "s" is wrong. */
export const formatQuantity = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
