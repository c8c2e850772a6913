import { deflateSync } from 'node:zlib'
import Pdf from 'pdfkit'
import { expect, it } from 'vitest'
import { readPdf } from './readPdf.ts'

/** A PDF as an ordinary program writes it. */
const written = (draw: (document: PDFKit.PDFDocument) => void, options: ConstructorParameters<typeof Pdf>[0] = {}): Promise<Uint8Array> =>
  new Promise((resolve) => {
    const document = new Pdf(options)
    const pieces: Buffer[] = []
    document.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => resolve(new Uint8Array(Buffer.concat(pieces))))
    draw(document)
    document.end()
  })
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))
const texts = async (bytes: Uint8Array) => (await readPdf(bytes)).map(({ text }) => text)

/** One page with these operators and fonts, packed objects where told. */
function pageOf(content: string, font: string, more: string[] = [], packed = false): Uint8Array {
  const objects: [number, string][] = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F1 5 0 R >> >> /MediaBox [0 0 600 800] >>'],
    [3, '<< /Type /Page /Parent 2 0 R /Contents [4 0 R] >>'],
    [5, font],
  ]
  const plain = objects.map(([number, text]) => `${number} 0 obj ${text} endobj`)
  const inside = objects.map(([, text]) => text)
  let at = 0
  const head = objects.map(([number], index) => {
    const offset = at
    at += (inside[index]?.length ?? 0) + 1
    return `${number} ${offset}`
  })
  const stream = `${head.join(' ')} ${inside.join(' ')}`
  const bytes = deflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  const kept = `9 0 obj << /Type /ObjStm /N ${objects.length} /First ${head.join(' ').length + 1} /Filter /FlateDecode /Length ${bytes.length} >> stream\n${bytes}\nendstream endobj`
  const shown = `4 0 obj << /Length ${content.length} >> stream\n${content}\nendstream endobj`
  return bytesOf(['%PDF-1.7', ...(packed ? [kept] : plain), shown, ...more, '%%EOF'].join('\n'))
}
const simple = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'

it('reads lines from top to bottom with accents, columns apart, page by page', async () => {
  const bytes = await written((document) => {
    document.fontSize(12).text('Total 1.200,50 €', 300, 100, { lineBreak: false })
    document.text('Certificado de titularidad: Peña Muñoz, S.L.', 40, 60, { lineBreak: false })
    document.text('Importe', 40, 100, { lineBreak: false })
    document.addPage().text('Segunda página', 40, 60)
  })
  const lines = await readPdf(bytes)
  expect(lines.map(({ page, line, text }) => `${page}.${line} ${text}`)).toEqual([
    '1.1 Certificado de titularidad: Peña Muñoz, S.L.',
    '1.2 Importe  Total 1.200,50 €',
    '2.1 Segunda página',
  ])
  const [first] = lines
  expect(first?.box.x).toBeCloseTo(40 / 612, 2)
  expect(first?.box.y).toBeCloseTo(60 / 792, 1)
  expect(first?.shape).toBeCloseTo(612 / 792, 3)
})

it('reads pages whose objects are packed, and each way to begin and show a line', async () => {
  const content =
    "BT /F1 12 Tf 14 TL 40 700 Td (Uno) Tj T* [(D) 20 (o) -300 (s)] TJ (Tres) ' 1 0 0 1 40 600 Tm <43756174726f> Tj 0 -20 TD (\\103inco \\(5\\)) Tj ET"
  const expected = ['Uno', 'Do s', 'Tres', 'Cuatro', 'Cinco (5)']
  expect(await texts(pageOf(content, simple))).toEqual(expected)
  expect(await texts(pageOf(content, simple, [], true))).toEqual(expected)
})

it('reads fonts by their own map, two bytes a character, and by names of glyphs', async () => {
  const map =
    '2 beginbfchar <0001> <00D1> <0002> <00660069> endbfchar 1 beginbfrange <0010> <0012> <0041> endbfrange 1 beginbfrange <0020> <0021> [<0031> <0032>] endbfrange'
  const wide = '<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /DW 600 >>] /ToUnicode 7 0 R >>'
  const stream = `7 0 obj << /Length ${map.length} >> stream\n${map}\nendstream endobj`
  expect(await texts(pageOf('BT /F1 10 Tf 40 700 Td <00010002001000110012> Tj <00200021> Tj ET', wide, [stream]))).toEqual(['ÑfiABC12'])
  const named = '<< /Type /Font /Subtype /Type1 /Encoding << /Differences [65 /ntilde /aacute /uni00BA /nadaconocido] >> >>'
  expect(await texts(pageOf('BT /F1 10 Tf 40 700 Td (ABCDE) Tj ET', named))).toEqual(['ñáºE'])
})

it('reads what is drawn apart, what is turned, and jumps over pictures', async () => {
  const form =
    '6 0 obj << /Type /XObject /Subtype /Form /Matrix [1 0 0 1 0 -100] /Resources << /Font << /F1 5 0 R >> >> /Length 44 >> stream\nBT /F1 12 Tf 40 700 Td (En un formulario) Tj ET\nendstream endobj'
  const page = pageOf('q BI /W 1 ID xx(no) Tj\nEI Q BT /F1 12 Tf 40 700 Td (Arriba) Tj ET /X Do', simple, [form])
  const text = Buffer.from(page)
    .toString('latin1')
    .replace('/Font << /F1 5 0 R >> >> /MediaBox', '/Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> /MediaBox')
  expect(await texts(bytesOf(text))).toEqual(['Arriba', 'En un formulario'])
  const turned = text
    .replace('/Type /Page /Parent', '/Type /Page /Rotate 90 /Parent')
    .replace('40 700 Td (Arriba)', '0 1 -1 0 100 50 Tm (Arriba)')
    .replace('/X Do', '')
  const [line] = await readPdf(bytesOf(turned))
  expect(line?.text).toBe('Arriba')
  expect([line?.box.x, line?.shape].map((one) => one?.toFixed(3))).toEqual([(50 / 800).toFixed(3), (800 / 600).toFixed(3)])
})

it('reads the last state of what was changed, packed or not', async () => {
  const shown = (text: string) => `BT /F1 12 Tf 40 700 Td (${text}) Tj ET`
  const later = (page: Uint8Array, more: string) => bytesOf(`${Buffer.from(page).toString('latin1')}\n${more}`)
  const packedPage = (number: number, contents: number) => {
    const value = `3 0 << /Type /Page /Parent 2 0 R /Contents [${contents} 0 R] >>`
    return `${number} 0 obj << /Type /ObjStm /N 1 /First 4 /Length ${value.length} >> stream\n${value}\nendstream endobj`
  }
  const stream = (number: number, content: string) => `${number} 0 obj << /Length ${content.length} >> stream\n${content}\nendstream endobj`
  const changed = `${stream(20, shown('Nuevo'))}\n${packedPage(21, 20)}`
  expect(await texts(later(pageOf(shown('Viejo'), simple), changed))).toEqual(['Nuevo'])
  expect(await texts(later(pageOf(shown('Viejo'), simple, [], true), changed))).toEqual(['Nuevo'])
  const last = `${changed}\n${stream(22, shown('Último'))}\n3 0 obj << /Type /Page /Parent 2 0 R /Contents [22 0 R] >> endobj`
  expect(await texts(later(pageOf(shown('Viejo'), simple, [], true), last))).toEqual(['Último'])
})

it('takes no word of a file for one of the language’s own', async () => {
  const font = '<< /Type /Font /Subtype /Type1 /Encoding << /Differences [65 /constructor /aconstructor /b] >> >>'
  expect(await texts(pageOf('__proto__ __defineGetter__ constructor BT /F1 10 Tf 40 700 Td (ABC) Tj ET', font))).toEqual(['b'])
})

it('is through soon with what is made to be slow', async () => {
  const nothing = async (text: string) => expect(await texts(bytesOf(text))).toEqual([])
  const stream = (number: number, dict: string, content: string) =>
    `${number} 0 obj << ${dict} /Length ${content.length} >> stream\n${content}\nendstream endobj`
  await nothing('1'.repeat(400_000))
  // Each object is the rest of the same list.
  const head = Array.from({ length: 20_000 }, (_, at) => `${at + 100} 0`).join(' ')
  await nothing(stream(9, `/Type /ObjStm /First ${head.length + 1}`, `${head} [${'1 '.repeat(20_000)}]`))
  // Lists of contents that hold each other, and one stream told a hundred thousand times.
  const lists = `5 0 obj [${'5 0 R '.repeat(20)}] endobj\n6 0 obj [${'4 0 R '.repeat(30_000)}] endobj`
  const page = (content: string, contents: string, font = simple) =>
    Buffer.from(pageOf(content, font, [lists]))
      .toString('latin1')
      .replace('/Contents [4 0 R]', `/Contents ${contents}`)
  await nothing(page('q Q '.repeat(250), '5 0 R'))
  await nothing(page('q Q '.repeat(250), '6 0 R'))
  // A map of the whole range, many times over.
  const map = `${'<0000> <FFFF> <0041> '.repeat(2_000)}endbfrange`
  const wide = `<< /Type /Font /Subtype /Type0 /DescendantFonts [<< /W [${'0 65535 500 '.repeat(2_000)}] >>] /ToUnicode 7 0 R >>`
  expect(await texts(pageOf('BT /F1 10 Tf <0000> Tj ET', wide, [stream(7, '', map)]))).toEqual(['A'])
  // Forms that draw each other ten times each.
  const forms = Array.from({ length: 8 }, (_, at) =>
    stream(30 + at, `/Subtype /Form /Resources << /XObject << /X ${31 + at} 0 R >> >>`, '/X Do '.repeat(10)),
  )
  const drawn = Buffer.from(pageOf('/X Do '.repeat(10), simple, forms)).toString('latin1')
  await nothing(drawn.replace('/Font << /F1 5 0 R >> >> /MediaBox', '/XObject << /X 30 0 R >> >> /MediaBox'))
})

it('says nothing of what it cannot read, and does not break on what is broken or made to be slow', async () => {
  expect(await texts(pageOf('BT /F1 12 Tf (Sin mapa) Tj ET', '<< /Type /Font /Subtype /Type0 >>'))).toEqual([])
  expect(await texts(bytesOf(''))).toEqual([])
  // What is encrypted would read as noise.
  const encrypted = { ownerPassword: 'secret', pdfVersion: '1.7', compress: false } as const
  expect(await texts(await written((document) => document.text('Cifrado'), encrypted))).toEqual([])
  const whole = pageOf('BT /F1 12 Tf 40 700 Td (Entero) Tj ET', simple, [], true)
  for (let at = 0; at < whole.length; at += 7) await readPdf(whole.subarray(0, at))
  expect(await texts(bytesOf(`%PDF-1.7 1 0 obj ${'['.repeat(100_000)} endobj`))).toEqual([])
  const loop = '6 0 obj << /Subtype /Form /Resources << /XObject << /X 6 0 R >> >> /Length 11 >> stream\n/X Do /X Do\nendstream endobj'
  const text = Buffer.from(pageOf('/X Do', simple, [loop]))
    .toString('latin1')
    .replace('/Font << /F1 5 0 R >> >> /MediaBox', '/XObject << /X 6 0 R >> >> /MediaBox')
  expect(await texts(bytesOf(text))).toEqual([])
})
