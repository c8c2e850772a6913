import { inflateSync } from 'node:zlib'

const signs = new TextDecoder('windows-1252')

/** The pages of a PDF as we write it, each a list of its text lines, in writing order. */
export function pdfPages(bytes: Uint8Array): string[][] {
  const source = Buffer.from(bytes)
  const pages: string[][] = []
  for (let at = source.indexOf('stream\n'); at >= 0; at = source.indexOf('stream\n', at + 1)) {
    if (source.subarray(at - 3, at).toString() === 'end') continue
    const end = source.indexOf('\nendstream', at)
    const content = inflateSync(source.subarray(at + 7, end)).toString('latin1')
    const lines = [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces = '']) =>
      signs.decode(Buffer.from([...pieces.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join(''), 'hex')),
    )
    if (lines.length > 0) pages.push(lines)
  }
  return pages
}
