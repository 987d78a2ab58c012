/** User input for a prompt, between markers so that the model treats it as data. */
export const wrapUserText = (text: string) => `<data>${text.replace(/[<>]/g, " ")}</data>`;
