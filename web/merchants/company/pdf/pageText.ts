import { Util, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Run } from './joinLines.ts'

/** Maximum number of text items per page, against files made to be slow. */
const maxItems = 50_000

/** All text of a page, including the values of its form fields. */
export async function runsOf(page: PDFPageProxy): Promise<Run[]> {
  // Unreadable fields must not prevent the text around them from being read.
  return [...(await printed(page)), ...(await filledIn(page).catch(() => []))]
}

async function printed(page: PDFPageProxy): Promise<Run[]> {
  const { transform } = page.getViewport({ scale: 1 })
  const runs: Run[] = []
  const pieces = page.streamTextContent().getReader()
  while (runs.length < maxItems) {
    const { done, value } = await pieces.read()
    if (done) return runs
    for (const item of value.items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [, , c, d, x, y] = Util.transform(transform, item.transform)
      runs.push({ text: item.str, x, y, width: item.width, size: Math.hypot(c, d) })
    }
  }
  void pieces.cancel()
  return runs
}

/** The properties read of a widget annotation (ISO 32000-1, 12.5.6.19) of a text or choice field. */
type Field = {
  fieldType?: string | null
  fieldValue?: string | string[] | null
  rect: [number, number, number, number]
  hidden?: boolean
  password?: boolean
  options?: { exportValue: string; displayValue: string }[]
  defaultAppearanceData?: { fontSize?: number }
}

type Corners = [[number, number], [number, number]]

const defaultSize = 10
const lineHeight = 1.2

/** Form field values are separate from the page's text; each line of a value is placed where the field shows it. */
async function filledIn(page: PDFPageProxy): Promise<Run[]> {
  const viewport = page.getViewport({ scale: 1 })
  const fields = (await page.getAnnotations()) as Field[] // the package does not type them
  return fields.flatMap((field) => {
    if (field.hidden === true || field.password === true || (field.fieldType !== 'Tx' && field.fieldType !== 'Ch')) return []
    const [x1, y1, x2, y2] = field.rect
    const [[fromX, fromY], [toX, toY]] = [viewport.convertToViewportPoint(x1, y1), viewport.convertToViewportPoint(x2, y2)] as Corners
    const [left, top, width, height] = [Math.min(fromX, toX), Math.min(fromY, toY), Math.abs(toX - fromX), Math.abs(toY - fromY)]
    const lines = shown(field).split(/\r\n|\r|\n/)
    const size = field.defaultAppearanceData?.fontSize || Math.min(defaultSize, height / lines.length / lineHeight)
    // A single line is vertically centred in its field, several start at its top.
    const first = lines.length === 1 ? top + (height + size * 0.7) / 2 : top + size
    const runs = lines.map((text, index) => ({ text, x: left, y: first + index * size * lineHeight, width, size }))
    return runs.filter(({ text }) => text.trim() !== '')
  })
}

function shown({ fieldValue, options = [] }: Field): string {
  const values = Array.isArray(fieldValue) ? fieldValue : [fieldValue ?? '']
  return values.map((value) => options.find(({ exportValue }) => exportValue === value)?.displayValue ?? value).join('\n')
}
