import { inflate } from './inflate.ts'
import { latin1 } from './latin1.ts'
import { isDict, isList, isName, isRef, PdfTokens, type PdfDict, type PdfValue } from './tokens.ts'

type Kept = {
  value: PdfValue
  /** Where a stream's data begins. */
  data: number | null
  /** Where in the file it stands; of a packed one, what it is packed in. */
  from: number
}

/** Streams of a whole file may unfold to so many bytes, and stand in each other's lists so deep: a file made to be slow is given up. */
const most = { bytes: 32_000_000, depth: 4 }

/**
 * The objects of a PDF, by number. They are looked for everywhere, not where the file's table says, so that a file with a broken table is read too; the
 * last one of a number counts, packed or not, as after a change.
 */
export class PdfFile {
  readonly #bytes: Uint8Array
  readonly #text: string
  readonly #objects = new Map<number, Kept>()
  #left = most.bytes

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#text = latin1(bytes)
  }

  static async open(bytes: Uint8Array): Promise<PdfFile> {
    const file = new PdfFile(bytes)
    if (/\/Encrypt\b/.test(file.#text)) throw new Error('encrypted')
    file.#findPlain()
    await file.#findPacked()
    return file
  }

  #findPlain(): void {
    const begins = /(?<!\d)(\d{1,10})[\0\t\n\f\r ]{1,20}\d{1,5}[\0\t\n\f\r ]{1,20}obj/g
    for (let found = begins.exec(this.#text); found; found = begins.exec(this.#text)) {
      const tokens = new PdfTokens(this.#text, begins.lastIndex)
      const value = tokens.next() ?? null
      const stream = isDict(value) ? /^[\0\t\n\f\r ]*stream(?:\r\n|\n|\r)/.exec(this.#text.slice(tokens.at, tokens.at + 40)) : null
      const data = stream && tokens.at + stream[0].length
      this.#objects.set(Number(found[1]), { value, data, from: found.index })
      // Packed data may look like anything.
      const end = data === null ? tokens.at : this.#text.indexOf('endstream', data)
      begins.lastIndex = end < 0 ? this.#text.length : end
    }
  }

  async #findPacked(): Promise<void> {
    // What a packed piece gives has no data, and is none itself.
    for (const kept of this.#objects.values()) {
      if (kept.data === null || !isDict(kept.value) || this.#nameAt(kept.value, 'Type') !== 'ObjStm') continue
      const text = await this.#streamText(kept)
      const first = this.numberAt(kept.value, 'First') ?? 0
      const head = new PdfTokens(text.slice(0, first))
      // Objects stand behind each other: read twice over, they are a file made to be slow.
      for (let left = 2 * text.length; left >= 0 && !head.ended;) {
        const [number, offset] = [head.next(), head.next()]
        if (typeof number !== 'number' || typeof offset !== 'number') break
        const known = this.#objects.get(number)
        if (known && known.from > kept.from) continue
        const tokens = new PdfTokens(text, first + offset)
        this.#objects.set(number, { value: tokens.next() ?? null, data: null, from: kept.from })
        left -= tokens.at - first - offset
      }
    }
  }

  /** A value itself, where a reference to it stands. */
  resolve(value: PdfValue | undefined): PdfValue {
    let at: PdfValue = value ?? null
    for (let steps = 0; isRef(at) && steps < 8; steps += 1) at = this.#objects.get(at.ref)?.value ?? null
    return isRef(at) ? null : at
  }

  at(dict: PdfDict, key: string): PdfValue {
    return this.resolve(dict.dict.get(key))
  }

  dictAt(dict: PdfDict, key: string): PdfDict | undefined {
    const value = this.at(dict, key)
    return isDict(value) ? value : undefined
  }

  listAt(dict: PdfDict, key: string): PdfValue[] {
    const value = this.at(dict, key)
    return isList(value) ? value.list : []
  }

  numberAt(dict: PdfDict, key: string): number | undefined {
    const value = this.at(dict, key)
    return typeof value === 'number' ? value : undefined
  }

  #nameAt(dict: PdfDict, key: string): string | undefined {
    const value = this.at(dict, key)
    return isName(value) ? value.name : undefined
  }

  /** The data of a stream as text, one character a byte; of several, one after the other; empty where it cannot be unpacked. */
  async streamText(value: PdfValue | undefined, depth = 0): Promise<string> {
    if (depth > most.depth || this.#left <= 0) return ''
    const direct = isRef(value) ? this.#objects.get(value.ref) : undefined
    if (isList(direct?.value)) return this.streamText(direct.value, depth + 1)
    if (!isList(value)) return direct ? this.#streamText(direct) : ''
    const texts: string[] = []
    for (const one of value.list) texts.push(await this.streamText(one, depth + 1))
    return texts.join('\n')
  }

  async #streamText(kept: Kept): Promise<string> {
    const text = await this.#unpacked(kept)
    this.#left -= text.length + 1
    return this.#left < 0 ? '' : text
  }

  async #unpacked({ value, data }: Kept): Promise<string> {
    if (data === null || !isDict(value)) return ''
    const told = this.numberAt(value, 'Length') ?? 0
    const marked =
      this.#text.startsWith('endstream', data + told) || /^[\r\n]{1,2}endstream/.test(this.#text.slice(data + told, data + told + 12))
    const found = this.#text.indexOf('endstream', data)
    const bytes = this.#bytes.subarray(data, marked ? data + told : found < 0 ? undefined : found)
    const filter = this.at(value, 'Filter')
    const filters = (isList(filter) ? filter.list.map((one) => this.resolve(one)) : [filter]).flatMap((one) =>
      isName(one) ? [one.name] : [],
    )
    if (filters.length === 0) return latin1(bytes)
    // Text is packed in one way almost everywhere; what is packed in another stays unread.
    return filters.length === 1 && (filters[0] === 'FlateDecode' || filters[0] === 'Fl') ? inflate(bytes) : ''
  }

  /** The pages in their order, each with what it takes over from those above it. */
  pages(most: number): PdfDict[] {
    const found: PdfDict[] = []
    const seen = new Set<PdfValue>()
    const walk = (node: PdfDict, above: PdfDict | undefined): void => {
      if (found.length >= most || seen.has(node)) return
      seen.add(node)
      const inherited = new Map([...(above?.dict ?? new Map<string, PdfValue>())].filter(([key]) => handedDown.has(key)))
      const whole: PdfDict = { dict: new Map([...inherited, ...node.dict]) }
      const kids = this.listAt(node, 'Kids')
      if (kids.length === 0) return void found.push(whole)
      for (const kid of kids) {
        const below = this.resolve(kid)
        if (isDict(below)) walk(below, whole)
      }
    }
    const inOrder = [...this.#objects.values()].toSorted((one, other) => one.from - other.from)
    const all = inOrder.flatMap(({ value }) => (isDict(value) ? [value] : []))
    const catalogue = all.findLast((one) => this.#nameAt(one, 'Type') === 'Catalog')
    const root = catalogue && this.dictAt(catalogue, 'Pages')
    if (root) walk(root, undefined)
    else for (const one of all) if (this.#nameAt(one, 'Type') === 'Page') walk(one, undefined)
    return found
  }
}

const handedDown: ReadonlySet<string> = new Set(['Resources', 'MediaBox', 'CropBox', 'Rotate'])
