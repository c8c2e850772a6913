import { parseXml, XmlElement } from '@rgrove/parse-xml'

/** Shapes, colours and what groups them. Nothing that runs, moves, loads, or depends on installed fonts. */
const allowed = new Set(
  'svg g defs symbol use title desc style path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask pattern'.split(
    ' ',
  ),
)
const plain = 'save it as plain SVG with text as paths'

/** Whether a value or style refers to anything outside the file, or could hide it. */
const refersOutside = (value: string): boolean =>
  /[\\@]|javascript:|data:|image-set|expression|src\s*\(/i.test(value) || /url\(\s*(?!['"]?#)/i.test(value)

function problemOf(element: XmlElement): string | undefined {
  if (!allowed.has(element.name)) return `contains <${element.name}>; ${plain}`
  for (const [name, value] of Object.entries(element.attributes)) {
    if (/^on/i.test(name)) return `has the event handler ${name}`
    if (name === 'xml:base') return 'refers to another file in xml:base'
    if (/(?:^|:)href$/.test(name) ? !value.startsWith('#') : name !== 'xmlns' && !name.startsWith('xmlns:') && refersOutside(value))
      return `refers to another file in ${name}`
  }
  if (element.name === 'style' && refersOutside(element.text)) return 'refers to another file in <style>'
  return element.children
    .filter((child) => child instanceof XmlElement)
    .map(problemOf)
    .find(Boolean)
}

const lengthOf = (value = ''): number => (/^\d+(?:\.\d+)?(?:px)?$/.test(value.trim()) ? Number.parseFloat(value) : Number.NaN)

/** The size of an SVG that only draws. Throws an Error that says in one line what is wrong with it. */
export function readSvg(source: string): { width: number; height: number } {
  if (/<!DOCTYPE|<!ENTITY/i.test(source)) throw new Error(`has a document type; ${plain}`)
  if (/<\?(?!xml\s)/.test(source)) throw new Error(`has a processing instruction; ${plain}`)
  let root: XmlElement | null
  try {
    root = parseXml(source.replace(/^\uFEFF/, '')).root
  } catch {
    throw new Error('is not well-formed XML')
  }
  if (root?.name !== 'svg' || root.attributes['xmlns'] !== 'http://www.w3.org/2000/svg') throw new Error('is not an SVG')
  const problem = problemOf(root)
  if (problem !== undefined) throw new Error(problem)
  const box = (root.attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [width, height] = box.length === 4 ? [box[2], box[3]] : [lengthOf(root.attributes['width']), lengthOf(root.attributes['height'])]
  if (!width || !height || !(width > 0) || !(height > 0)) throw new Error('has no viewBox, and no width and height in pixels')
  return { width, height }
}
