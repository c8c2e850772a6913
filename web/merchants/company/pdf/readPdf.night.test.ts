import { Worker as Thread } from 'node:worker_threads'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import Pdf from 'pdfkit'
import { expect, it, vi } from 'vitest'
import { readPdf } from './readPdf.ts'

/** The browser's worker in a Node thread, with the globals that pdf.js uses. */
class NodeWorker extends EventTarget {
  readonly #thread: Thread
  constructor() {
    super()
    const module = `
      import { parentPort } from 'node:worker_threads'
      const listeners = new EventTarget()
      parentPort.on('message', (data) => listeners.dispatchEvent(new MessageEvent('message', { data })))
      Object.assign(globalThis, {
        self: globalThis,
        onmessage: null,
        postMessage: (data, transfer) => parentPort.postMessage(data, transfer),
        addEventListener: listeners.addEventListener.bind(listeners),
        removeEventListener: listeners.removeEventListener.bind(listeners),
      })
      delete globalThis.process
      await import('${new URL('pdfWorker.ts', import.meta.url).href}')`
    this.#thread = new Thread(new URL(`data:text/javascript,${encodeURIComponent(module)}`))
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })))
    this.#thread.on('error', () => this.dispatchEvent(new Event('error')))
  }
  postMessage(data: unknown, transfer?: ArrayBuffer[]): void {
    this.#thread.postMessage(data, transfer)
  }
  terminate(): void {
    void this.#thread.terminate()
  }
}
/** The time limit uses a fake clock, so that the speed of the machine does not matter. */
async function withStillClock<T>(act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    return await act()
  } finally {
    vi.useRealTimers()
  }
}
// The part of a worker that pdf.js uses.
const startWorker = (Kind: typeof NodeWorker) => () => new Kind() as unknown as Worker
const read = (bytes: Uint8Array) => withStillClock(() => readPdf(bytes.slice(), startWorker(NodeWorker)))

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
const texts = async (bytes: Uint8Array) => (await read(bytes)).map(({ text }) => text)

/** One page with these operators and fonts; without an xref table, like a damaged file. */
function pageOf(content: string, font: string, more: string[] = [], page = ''): Uint8Array {
  const objects = [
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
    `2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> /MediaBox [0 0 600 800] >> endobj`,
    `3 0 obj << /Type /Page /Parent 2 0 R /Contents [4 0 R] ${page} >> endobj`,
    stream(4, '', content),
    `5 0 obj ${font} endobj`,
  ]
  return bytesOf(['%PDF-1.7', ...objects, ...more, 'trailer << /Root 1 0 R >>', '%%EOF'].join('\n'))
}
const stream = (number: number, dict: string, content: string) =>
  `${number} 0 obj << ${dict} /Length ${content.length} >> stream\n${content}\nendstream endobj`
const flate = (text: string) => deflateSync(Buffer.from(text, 'latin1')).toString('latin1')
const simple = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
const wide = (more: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /DW 600 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] ${more} >>`
const shown = (text: string) => `BT /F1 12 Tf 40 700 Td (${text}) Tj ET`

it('reads lines from top to bottom with accents, columns apart, page by page', async () => {
  const bytes = await written((document) => {
    document.fontSize(12).text('Total 1.200,50 €', 300, 100, { lineBreak: false })
    document.text('Certificado de titularidad: Peña Muñoz, S.L.', 40, 60, { lineBreak: false })
    document.text('Importe', 40, 100, { lineBreak: false })
    document.addPage().text('Segunda página', 40, 60)
  })
  const lines = await read(bytes)
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

it('reads pages in compressed object and xref streams, and every text operator', async () => {
  const content =
    "BT /F1 12 Tf 14 TL 40 700 Td (Uno) Tj T* [(D) 20 (o) -300 (s)] TJ (Tres) ' 1 0 0 1 40 600 Tm <43756174726f> Tj 0 -20 TD (\\103inco \\(5\\)) Tj ET"
  const expected = ['Uno', 'Do s', 'Tres', 'Cuatro', 'Cinco (5)']
  expect(await texts(pageOf(content, simple))).toEqual(expected)
  const packed = await (await PDFDocument.load(pageOf(content, simple))).save({ useObjectStreams: true })
  const text = Buffer.from(packed).toString('latin1')
  expect(text).toMatch(/\/Type \/ObjStm[^]*\/Type \/XRef/)
  expect(text).not.toContain('trailer')
  expect(await texts(packed)).toEqual(expected)
})

it('reads fonts by their ToUnicode map, two-byte characters, and glyph names', async () => {
  const map =
    '2 beginbfchar <0001> <00D1> <0002> <00660069> endbfchar 1 beginbfrange <0010> <0012> <0041> endbfrange 1 beginbfrange <0020> <0021> [<0031> <0032>] endbfrange'
  const content = 'BT /F1 10 Tf 40 700 Td <00010002001000110012> Tj <00200021> Tj ET'
  expect(await texts(pageOf(content, wide('/ToUnicode 7 0 R'), [stream(7, '', map)]))).toEqual(['ÑfiABC12'])
  const named = (names: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /Own /Encoding << /Differences [65 ${names}] >> >>`
  expect(await texts(pageOf(shown('ABC'), named('/ntilde /aacute /uni00BA')))).toEqual(['ñáº'])
  // A predefined Chinese or Japanese CMap that a file only names is missing; the rest is read all the same.
  const listed = wide('').replace('Identity-H', 'UniJIS-UTF16-H').replace('Ordering (Identity)', 'Ordering (Japan1)')
  const both = pageOf(
    `BT /F2 12 Tf 40 600 Td <65E5> Tj ET ${shown('Resto')}`,
    simple,
    [`7 0 obj ${listed} endobj`],
    '/Resources << /Font << /F1 5 0 R /F2 7 0 R >> >>',
  )
  expect(await texts(both)).toEqual(['Resto'])
  // No name in a file is taken for a property of Object.prototype.
  const odd = await texts(pageOf(`__proto__ __defineGetter__ constructor ${shown('AB')}`, named('/constructor /b')))
  expect(odd.join()).not.toMatch(/function|object/i)
})

it('reads form XObjects and rotated text, and skips images', async () => {
  const form = stream(
    6,
    '/Type /XObject /Subtype /Form /Matrix [1 0 0 1 0 -100] /Resources << /Font << /F1 5 0 R >> >>',
    shown('En un formulario'),
  )
  const content = `q BI /W 1 /H 1 /BPC 8 /CS /G ID x\nEI Q ${shown('Arriba')} /X Do`
  expect(await texts(pageOf(content, simple, [form]))).toEqual(['Arriba', 'En un formulario'])
  const turned = pageOf('BT /F1 12 Tf 0 1 -1 0 100 50 Tm (Arriba) Tj ET', simple, [], '/Rotate 90')
  const [line] = await read(turned)
  expect(line?.text).toBe('Arriba')
  expect([line?.box.x, line?.shape].map((one) => one?.toFixed(3))).toEqual([(50 / 800).toFixed(3), (800 / 600).toFixed(3)])
})

it('reads the last revision of an incrementally updated file, with an xref table or without', async () => {
  const before = pageOf(shown('Viejo'), simple)
  const more = [stream(20, '', shown('Nuevo')), '3 0 obj << /Type /Page /Parent 2 0 R /Contents [20 0 R] >> endobj']
  expect(await texts(bytesOf(`${Buffer.from(before).toString('latin1')}\n${more.join('\n')}`))).toEqual(['Nuevo'])
  const whole = await (await PDFDocument.load(before)).save()
  const changed = await PDFDocument.load(whole, { forIncrementalUpdate: true })
  changed.getPage(0).drawText('Nuevo', { x: 40, y: 600 })
  expect(await texts(await changed.commit())).toEqual(['Viejo', 'Nuevo'])
})

it('reads the values of form fields, each at its position', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([600, 800])
  page.drawText('Titular:', { x: 40, y: 700, size: 10 })
  const form = document.getForm()
  const text = form.createTextField('holder')
  text.setText('Peña Muñoz, S.L.')
  text.addToPage(page, { x: 120, y: 696, width: 200, height: 16 })
  const choice = form.createDropdown('bank')
  choice.setOptions(['Banco Norte', 'Banco Sur'])
  choice.select('Banco Sur')
  choice.addToPage(page, { x: 120, y: 596, width: 200, height: 16 })
  const several = form.createTextField('address')
  several.enableMultiline()
  several.setText('Calle Mayor, 1\n28001 Madrid')
  several.addToPage(page, { x: 120, y: 440, width: 200, height: 60 })
  const secret = form.createTextField('secret')
  secret.enablePassword()
  secret.setText('1234')
  secret.addToPage(page, { x: 120, y: 396, width: 200, height: 16 })
  const lines = await read(await document.save())
  expect(lines.map((line) => line.text)).toEqual(['Titular:  Peña Muñoz, S.L.', 'Banco Sur', 'Calle Mayor, 1', '28001 Madrid'])
  expect(lines[1]?.box.x).toBeCloseTo(120 / 600, 2)
  expect(lines[1]?.box.y).toBeCloseTo((800 - 612) / 800, 1)
})

it('reads encryption without a password, and nothing that needs one', async () => {
  for (const pdfVersion of ['1.3', '1.4', '1.7', '1.7ext3'] as const) {
    const encrypted = (passwords: object) => written((document) => document.text('Cifrado'), { pdfVersion, ...passwords })
    expect(await texts(await encrypted({ ownerPassword: 'secret' }))).toEqual(['Cifrado'])
    expect(await texts(await encrypted({ ownerPassword: 'secret', userPassword: 'open' }))).toEqual([])
  }
})

it('limits the text of a decompression bomb, and reads the pages around it', async () => {
  const bomb = flate(`${shown('Bomba')} ${'q Q '.repeat(25_000_000)}`)
  const packed = (number: number, data: string) => stream(number, '/Filter /FlateDecode', data)
  const kids =
    '2 0 obj << /Type /Pages /Kids [8 0 R 3 0 R 10 0 R] /Count 3 /Resources << /Font << /F1 5 0 R >> >> /MediaBox [0 0 600 800] >> endobj'
  const page = (number: number) => `${number} 0 obj << /Type /Page /Parent 2 0 R /Contents [9 0 R] >> endobj`
  const other = [kids, page(8), page(10), packed(9, flate(shown('Normal')))]
  expect(await texts(pageOf('', simple, [...other, packed(4, bomb)]))).toEqual(['Normal', 'Normal'])
})

it('terminates the worker after the time limit and returns the pages read by then', async () => {
  const ended: string[] = []
  class Stuck extends NodeWorker {
    override postMessage(data: { action?: string; data?: { pageIndex?: number } }, transfer?: ArrayBuffer[]): void {
      if (data.action === 'GetPage' && data.data?.pageIndex === 1) vi.advanceTimersByTime(4_000)
      else super.postMessage(data, transfer)
    }
    override terminate(): void {
      ended.push('ended')
      super.terminate()
    }
  }
  const bytes = await written((document) => document.text('Primera').addPage().text('Segunda'))
  const lines = await withStillClock(() => readPdf(bytes, startWorker(Stuck)))
  expect(lines.map(({ text }) => text)).toEqual(['Primera'])
  expect(ended).toEqual(['ended'])
})

it('returns no lines where the worker cannot be started or loaded', async () => {
  const refused = () => {
    throw new TypeError('script origin not allowed')
  }
  expect(await readPdf(pageOf(shown('Entero'), simple), refused)).toEqual([])
  const unloaded = () => {
    const worker = Object.assign(new EventTarget(), { postMessage: () => undefined, terminate: () => undefined })
    queueMicrotask(() => worker.dispatchEvent(new Event('error')))
    return worker as unknown as Worker
  }
  expect(await readPdf(pageOf(shown('Entero'), simple), unloaded)).toEqual([])
})

it('returns without error for damaged files and files made to be slow', async () => {
  const nothing = async (text: string) => expect(await texts(bytesOf(text))).toEqual([])
  await nothing('')
  await nothing('1'.repeat(400_000))
  await nothing(`%PDF-1.7 1 0 obj ${'['.repeat(100_000)} endobj`)
  const whole = pageOf(shown('Entero'), simple)
  for (const part of [0.1, 0.5, 0.9]) await read(whole.subarray(0, part * whole.length))
  // A map of the whole range, many times over.
  const map = `${'<0000> <FFFF> <0041> '.repeat(2_000)}endbfrange`
  await read(pageOf('BT /F1 10 Tf <0000> Tj ET', wide('/ToUnicode 7 0 R'), [stream(7, '', map)]))
  // Form XObjects that draw themselves, or each other ten times each.
  const form = (number: number, next: number) =>
    stream(number, `/Type /XObject /Subtype /Form /Resources << /XObject << /X ${next} 0 R >> >>`, '/X Do '.repeat(10))
  await read(pageOf('/X Do', simple, [form(6, 6)]))
  await read(pageOf('/X Do', simple, [form(6, 30), ...Array.from({ length: 8 }, (_, at) => form(30 + at, 31 + at))]))
})
