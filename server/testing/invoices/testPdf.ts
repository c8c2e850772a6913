import { inflateSync } from 'node:zlib'

/** The pages of a PDF as we write it, each a list of its text lines, in writing order. */
export function pdfPages(bytes: Uint8Array): string[][] {
  const source = Buffer.from(bytes)
  const plain = source.toString('latin1')
  const objects = new Map([...plain.matchAll(/(\d+) 0 obj\n/g)].map((match) => [match[1] ?? '', match.index + match[0].length]))
  const streamOf = (id: string): string | undefined => {
    const at = objects.get(id) ?? 0
    const begin = plain.indexOf('stream\n', at)
    if (begin < 0 || plain.indexOf('endobj', at) < begin) return undefined
    return inflateSync(source.subarray(begin + 7, plain.indexOf('\nendstream', begin))).toString('latin1')
  }
  /** What each code of a font means, by the font's name. */
  const fonts = new Map<string, Map<string, string>>()
  for (const [, name = '', id = ''] of plain.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(plain.slice(objects.get(id)))?.[1] ?? ''
    if (!fonts.has(name)) fonts.set(name, codesOf(streamOf(unicode) ?? ''))
  }
  return [...plain.matchAll(/\/Type \/Page\b[^s][\s\S]*?\/Contents (\d+) 0 R|\/Contents (\d+) 0 R/g)].map(([, one, other]) =>
    linesOf(streamOf(one ?? other ?? '') ?? '', fonts),
  )
}

/** A CMap as PDFKit writes it: ranges of codes with a list of what each means. */
function codesOf(map: string): Map<string, string> {
  const codes = new Map<string, string>()
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    [...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, hex = ''], nth) =>
      codes.set(
        (Number.parseInt(first, 16) + nth).toString(16).padStart(4, '0'),
        hex.replaceAll(' ', '').replace(/[0-9a-f]{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16))),
      ),
    )
  return codes
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const lines: string[] = []
  let codes: ReadonlyMap<string, string> = new Map()
  for (const [, font, pieces = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) codes = fonts.get(font) ?? new Map()
    else
      lines.push(
        [...pieces.matchAll(/<([0-9a-f]*)>/g)]
          .flatMap(([, hex = '']) => (hex.match(/.{4}/g) ?? []).map((code) => codes.get(code) ?? '�'))
          .join(''),
      )
  }
  return lines
}

/** The parts of a tagged PDF as we write it, in writing order: name, then the scope of a heading of a table or the text of a figure. */
export function pdfStructure(bytes: Uint8Array): string[] {
  const plain = Buffer.from(bytes).toString('latin1')
  return [...plain.matchAll(/obj\n<<\n\/S \/(\w+)\n([^]*?)endobj/g)].map(([, name = '', rest = '']) => {
    const [, scope, alt] = /\/Scope \/(\w+)|\/Alt \(([^)]*)\)/.exec(rest) ?? []
    return [name, scope ?? alt ?? ''].join(' ').trim()
  })
}
