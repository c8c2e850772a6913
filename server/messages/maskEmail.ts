/** An address with only the first letter before the at-sign: `a•••@correo.es`; enough to see a slip, too little to write to. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 1 ? '•••' : `${[...address][0]}•••${address.slice(at)}`
}
