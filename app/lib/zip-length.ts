export const ZIP_LENGTH = 5;
