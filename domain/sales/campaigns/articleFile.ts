import { openCsv, type CsvRow } from '../../platform/csvTable.ts'
import { isUrl } from '../../platform/identifiers.ts'
import { normaliseText } from '../operations/search.ts'

/** An article as a file says it; what it leaves out is not there. */
type FiledArticle = { id: string; name?: string; url?: string; description?: string; imageUrl?: string }
/** Why a row of a file is no article. */
type ArticleProblem = 'id' | 'long' | 'url' | 'image_url'
export type UnreadArticle = { line: number; cells: string[]; problem: ArticleProblem }
type ArticleFile = { articles: FiledArticle[]; unread: UnreadArticle[] }

type Column = keyof FiledArticle
/** In this order when the first row does not name the columns. */
const columns: readonly Column[] = ['id', 'name', 'url', 'description', 'imageUrl']

/** What shops and their platforms call the columns, without accents or case. */
const named: Readonly<Record<Column, readonly string[]>> = {
  id: ['id', 'referencia', 'ref', 'ref.', 'sku', 'codigo', 'articulo', 'id articulo', 'id producto', 'numero', 'reference', 'ean'],
  name: ['nombre', 'titulo', 'producto', 'name', 'title', 'denominacion'],
  url: ['url', 'direccion', 'enlace', 'link', 'permalink'],
  description: ['descripcion', 'description', 'detalle'],
  imageUrl: ['imagen', 'foto', 'image', 'image url', 'image_url', 'imagenes', 'url imagen'],
}

const longest: Readonly<Record<Column, number>> = { id: 100, name: 200, url: 500, description: 500, imageUrl: 500 }

/**
 * Reads the articles of a CSV as Spanish Excel and shops' platforms write it: any of its separators, columns by their names or else in the order
 * of {@link columns}; of a number that stands twice the last row counts. A row without a number, with one that is too long or with an address
 * that is none is left out and said. Null when there are more than `most` rows.
 */
export function readArticleFile(content: string, most: number): ArticleFile | null {
  const rows: CsvRow[] = []
  for (const row of openCsv(content).rows) {
    // One more than articles: the names of the columns.
    if (rows.length > most) return null
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
  return articles.size > most ? null : { articles: [...articles.values()], unread }
}

/** Which column stands where, when the first row names that of the numbers. */
function columnsNamed(first: CsvRow | undefined): Map<Column, number> | null {
  const found = new Map<Column, number>()
  for (const [at, cell] of (first?.cells ?? []).entries()) {
    const name = normaliseText(plain(cell))
    const column = columns.find((one) => named[one].includes(name))
    if (column !== undefined && !found.has(column)) found.set(column, at)
  }
  return found.has('id') ? found : null
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
 * The words of a cell: of `="007"`, by which Excel keeps noughts, what it shows; without the apostrophe that keeps a formula from being one,
 * without control characters, blanks drawn together. Nothing in it is ever reckoned.
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
