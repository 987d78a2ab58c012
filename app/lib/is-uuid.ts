const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text of a URL or a form can be the id of a row; others make a query fail. */
export const isUuid = (text: string): boolean => UUID.test(text);
