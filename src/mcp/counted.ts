/** "1 row", "2,000 rows"; the plural is given where an s does not make it. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string => `${count.toLocaleString("en-US")} ${count === 1 ? noun : plural}`;
