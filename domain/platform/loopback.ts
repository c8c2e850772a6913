/** Whether a host of an address is the machine itself, which nobody else reaches. */
export const isLoopback = (host: string): boolean => /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:.+\.)?localhost)$/i.test(host)
