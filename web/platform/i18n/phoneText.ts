/** A phone number in groups that no end of a line breaks: `612 345 678`, `+34 612 345 678`, masked `6•• ••• 258`; an e-mail address in its place stays as it is. */
export const phoneText = (phone: string): string =>
  /^\+?\d+$/.test(phone) ? phone.replace(/\d(?=(?:\d{3})+$)/g, '$&\u00a0') : phone.replaceAll(' ', '\u00a0')
