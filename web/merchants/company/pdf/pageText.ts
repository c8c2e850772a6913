import type { PdfFile } from './file.ts'
import { readFont, type PdfFont } from './fonts.ts'
import { move, times, unit, type Matrix } from './matrix.ts'
import { isBytes, isDict, isList, isName, isWord, PdfTokens, type PdfDict, type PdfValue } from './tokens.ts'

/** Words as a page shows them: where they begin and how far they reach, in points from the page's lower left corner. */
export type Run = { text: string; x: number; y: number; width: number; size: number }

/** Operators of one page, and forms inside each other: a file made to be slow is given up. */
const most = { operators: 400_000, depth: 8 }
/** A gap this wide inside one piece of text is a space, in thousandths of the size. */
const spaceGap = 180

/** Everything that a page shows as text, in the order in which it is written; `turned` puts the page upright. Gives up at the instant `until` (performance.now). */
export async function runsOf(file: PdfFile, page: PdfDict, turned: Matrix, until = Infinity): Promise<Run[]> {
  const shared: Shared = { file, fonts: new Map(), drawn: new Set(), runs: [], left: most.operators, until }
  await new Pen(shared, file.dictAt(page, 'Resources'), { ...plain, ctm: turned }, 0).write(
    await file.streamText(page.dict.get('Contents')),
  )
  return shared.runs
}

type Shared = {
  file: PdfFile
  fonts: Map<PdfValue, PdfFont>
  /** Forms of this page, each read once: forms that draw each other twice over are made to be slow. */
  drawn: Set<PdfDict>
  runs: Run[]
  left: number
  until: number
}
type State = { ctm: Matrix; font: PdfFont | null; size: number; char: number; word: number; scale: number; leading: number; rise: number }
const plain: State = { ctm: unit, font: null, size: 0, char: 0, word: 0, scale: 1, leading: 0, rise: 0 }

/** Follows the operators of a page, or of a form inside it, as far as they show text (ISO 32000-1, 9.4). */
class Pen {
  readonly #shared: Shared
  readonly #resources: PdfDict | undefined
  readonly #depth: number
  readonly #kept: State[] = []
  #state: State
  #line: Matrix = unit
  #text: Matrix = unit
  #given: PdfValue[] = []

  constructor(shared: Shared, resources: PdfDict | undefined, state: State, depth: number) {
    this.#shared = shared
    this.#resources = resources
    this.#state = state
    this.#depth = depth
  }

  async write(content: string): Promise<void> {
    const tokens = new PdfTokens(content)
    const verbs = this.#verbs()
    while (!tokens.ended) {
      const value = tokens.next()
      if (!isWord(value)) {
        if (value !== undefined) this.#given.push(value)
        continue
      }
      this.#shared.left -= 1
      if (this.#shared.left < 0 || performance.now() > this.#shared.until) return
      if (value.word === 'ID') tokens.at = afterPicture(content, tokens.at)
      else if (Object.hasOwn(verbs, value.word)) await verbs[value.word]?.()
      this.#given = []
    }
  }

  #verbs(): Readonly<Record<string, () => void | Promise<void>>> {
    const set = (change: Partial<State>) => void (this.#state = { ...this.#state, ...change })
    const number = (at: number) => this.#number(at)
    const showLast = () => this.#show(this.#given.at(-1))
    const nextLine = () => this.#moveLine(0, -this.#state.leading)
    return {
      q: () => void this.#kept.push(this.#state),
      Q: () => void (this.#state = this.#kept.pop() ?? this.#state),
      cm: () => set({ ctm: times(this.#matrix(), this.#state.ctm) }),
      BT: () => this.#beginAt(unit),
      Tm: () => this.#beginAt(this.#matrix()),
      Tf: async () => set({ font: await this.#font(this.#given.at(-2)), size: number(-1) }),
      Tc: () => set({ char: number(-1) }),
      Tw: () => set({ word: number(-1) }),
      Tz: () => set({ scale: number(-1) / 100 }),
      TL: () => set({ leading: number(-1) }),
      Ts: () => set({ rise: number(-1) }),
      Td: () => this.#moveLine(number(-2), number(-1)),
      TD: () => {
        set({ leading: -number(-1) })
        this.#moveLine(number(-2), number(-1))
      },
      'T*': nextLine,
      Tj: showLast,
      TJ: showLast,
      "'": () => {
        nextLine()
        showLast()
      },
      '"': () => {
        set({ word: number(-3), char: number(-2) })
        nextLine()
        showLast()
      },
      Do: () => this.#form(this.#given.at(-1)),
    }
  }

  #number(at: number): number {
    const value = this.#given.at(at)
    return typeof value === 'number' ? value : 0
  }

  #matrix(): Matrix {
    return [this.#number(-6), this.#number(-5), this.#number(-4), this.#number(-3), this.#number(-2), this.#number(-1)]
  }

  #beginAt(matrix: Matrix): void {
    this.#line = matrix
    this.#text = matrix
  }

  #moveLine(x: number, y: number): void {
    this.#beginAt(times(move(x, y), this.#line))
  }

  async #font(name: PdfValue | undefined): Promise<PdfFont | null> {
    const { file, fonts } = this.#shared
    const all = this.#resources && file.dictAt(this.#resources, 'Font')
    const font = all && isName(name) ? file.at(all, name.name) : null
    if (!isDict(font)) return null
    const known = fonts.get(font) ?? (await readFont(file, font))
    fonts.set(font, known)
    return known
  }

  /** A piece of page that is kept apart and drawn here. */
  async #form(name: PdfValue | undefined): Promise<void> {
    const { file, drawn } = this.#shared
    const all = this.#resources && file.dictAt(this.#resources, 'XObject')
    const reference = all && isName(name) ? all.dict.get(name.name) : undefined
    const form = file.resolve(reference)
    if (!isDict(form) || drawn.has(form) || this.#depth >= most.depth) return
    drawn.add(form)
    const subtype = file.at(form, 'Subtype')
    if (!isName(subtype) || subtype.name !== 'Form') return
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = file.listAt(form, 'Matrix').map((one) => (typeof one === 'number' ? one : 0))
    const inside = { ...this.#state, ctm: times([a, b, c, d, e, f], this.#state.ctm) }
    const pen = new Pen(this.#shared, file.dictAt(form, 'Resources') ?? this.#resources, inside, this.#depth + 1)
    await pen.write(await file.streamText(reference))
  }

  /** Notes what is shown and where, and goes on behind it. */
  #show(value: PdfValue | undefined): void {
    const { font, size, char, word, scale, rise, ctm } = this.#state
    if (font === null) return
    let words = ''
    let along = 0
    for (const part of isList(value) ? value.list : [value]) {
      if (typeof part === 'number') {
        if (-part > spaceGap && words !== '' && !words.endsWith(' ')) words += ' '
        along -= (part / 1_000) * size * scale
      }
      for (const glyph of isBytes(part) ? font(part.bytes) : []) {
        words += glyph.text
        along += ((glyph.width / 1_000) * size + char + (glyph.isSpace ? word : 0)) * scale
      }
    }
    const begin = times(move(0, rise), times(this.#text, ctm))
    this.#text = times(move(along, 0), this.#text)
    const end = times(move(0, rise), times(this.#text, ctm))
    if (words.trim() === '') return
    const [x, y] = [begin[4], begin[5]]
    this.#shared.runs.push({ text: words, x, y, width: Math.hypot(end[4] - x, end[5] - y), size: Math.hypot(begin[2], begin[3]) * size })
  }
}

/** Where the operators go on behind a picture that stands inside the page: its data is no text. */
function afterPicture(content: string, from: number): number {
  const end = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g
  end.lastIndex = from
  return end.exec(content) ? end.lastIndex : content.length
}
