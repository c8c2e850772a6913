import { openCsv, type CsvRow } from '../../platform/csvTable.ts'
import { isUrl } from '../../platform/identifiers.ts'
import { normaliseText } from '../operations/search.ts'

/** An article as read from a file; fields missing in the file are absent. */
type FiledArticle = { id: string; name?: string; url?: string; description?: string; imageUrl?: string }
/** Why a row is not a valid article. */
type ArticleProblem = 'id' | 'long' | 'url' | 'image_url'
export type UnreadArticle = { line: number; cells: string[]; problem: ArticleProblem }
type ArticleFile = { articles: FiledArticle[]; unread: UnreadArticle[] }

type Column = keyof FiledArticle
/** The column order when the first row is not a header. */
const columns: readonly Column[] = ['id', 'name', 'url', 'description', 'imageUrl']

/** Header names used by shops and their platforms, without accents or case. */
const named: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'referencia', 'ref', 'ref.', 'sku', 'codigo', 'articulo', 'id articulo', 'id producto', 'numero', 'reference', 'ean'],
  name: ['nombre', 'titulo', 'producto', 'name', 'title', 'denominacion'],
  url: ['url', 'direccion', 'enlace', 'link', 'permalink'],
  description: ['descripcion', 'description', 'detalle'],
  imageUrl: ['imagen', 'foto', 'image', 'image url', 'image_url', 'imagenes', 'url imagen'],
}

const longest: Readonly<Record<Column, number>> = { id: 100, name: 200, url: 500, description: 500, imageUrl: 500 }

/**
 * Parses a CSV of articles as exported by Spanish Excel and shop platforms: any of their separators, columns by header or else in the order of {@link
 * columns}; of duplicate numbers the last row counts. A row without a number, with one that is too long or with an invalid address is skipped and reported.
 * Null when there are more than `maxRows` rows.
 */
export function readArticleFile(content: string, maxRows: number): ArticleFile | null {
  const rows: CsvRow[] = []
  for (const row of openCsv(content).rows) {
    // One more than articles, for the header.
    if (rows.length > maxRows) return null
    rows.push(row)
  }
  const headings = columnsNamed(rows[0])
  const order = headings ?? new Map(columns.map((column, at) => [column, at]))
  const articles = new Map<string, FiledArticle>()
  const unread: UnreadArticle[] = []
  for (const { line, cells } of headings ? rows.slice(1) : rows) {
    const article = articleOf(cells, order)
    const problem = problemOf(article)
    if (problem !== null) unread.push({ line, cells, problem })
    else articles.set(article.id, article)
  }
  return articles.size > maxRows ? null : { articles: [...articles.values()], unread }
}

/** The column positions, when the first row is a header that includes the number. */
function columnsNamed(first: CsvRow | undefined): Map<Column, number> | null {
  const positions = new Map<Column, number>()
  for (const [at, cell] of (first?.cells ?? []).entries()) {
    const name = normaliseText(plain(cell))
    const column = columns.find((one) => named[one].includes(name))
    if (column !== undefined && !positions.has(column)) positions.set(column, at)
  }
  return positions.has('id') ? positions : null
}

function articleOf(cells: readonly string[], order: ReadonlyMap<Column, number>): FiledArticle {
  const article: FiledArticle = { id: '' }
  for (const [column, at] of order) {
    const value = plain(cells[at] ?? '')
    if (value !== '')
      article[column] = column === 'id' || column === 'url' || column === 'imageUrl' ? value : value.slice(0, longest[column])
  }
  return article
}

const controls = /\p{Cc}+/gu

/**
 * The text of a cell: of `="007"`, by which Excel keeps leading zeros, the displayed value; without the apostrophe that prevents a formula, without control
 * characters, whitespace collapsed. Formulas are never evaluated.
 */
function plain(cell: string): string {
  const words = cell.replace(controls, ' ').replace(/\s+/gu, ' ').trim()
  return (/^="(.*)"$/.exec(words)?.[1] ?? words).replace(/^'(?=[=+\-@])/, '').trim()
}

function problemOf({ id, url, imageUrl }: FiledArticle): ArticleProblem | null {
  if (id === '') return 'id'
  if (id.length > longest.id || (url ?? '').length > longest.url || (imageUrl ?? '').length > longest.imageUrl) return 'long'
  if (url !== undefined && !isUrl(url)) return 'url'
  return imageUrl !== undefined && !isUrl(imageUrl) ? 'image_url' : null
}
