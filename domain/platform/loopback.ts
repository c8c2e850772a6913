/** Whether a URL's host is the loopback interface, not reachable from other machines. */
export const isLoopback = (host: string): boolean => /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|(?:.+\.)?localhost)$/i.test(host)
