/** The address in a poster's QR code as typed: with https:// where it is missing; null for an empty field; undefined for what is no address on the web. */
export function posterTarget(typed: string): string | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  try {
    const { protocol, hostname, href } = new URL(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`)
    return /^https?:$/.test(protocol) && /^[^.]+(\.[^.]+)+$/.test(hostname) ? href : undefined
  } catch {
    return undefined
  }
}
