import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateXML } from 'xmllint-wasm'

/** A parsed element: text or children, in order. */
export type XmlElement = { name: string; text: string; children: XmlElement[] }

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Parses XML as we write it: elements and text, without attributes and empty elements. Throws if it is not well formed. */
export function readXml(source: string): XmlElement {
  const root: XmlElement = { name: '', text: '', children: [] }
  const open = [root]
  const rest = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  for (const [, closing, name = '', empty, text = ''] of rest.matchAll(/<(\/?)([\w:]+)(?:\s[^<>]*?)?(\/?)>([^<]*)/g)) {
    if (empty === '/') continue
    const top = open.at(-1)
    if (!top) throw new Error(`no open element at ${name}`)
    if (closing === '/') {
      if (top.name !== name) throw new Error(`${name} closes ${top.name}`)
      open.pop()
    } else {
      if (/&(?!amp;|lt;|gt;|quot;)/.test(text)) throw new Error(`unescaped & in ${name}`)
      const element = { name, text: text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity), children: [] }
      top.children.push(element)
      open.push(element)
    }
  }
  const [only] = root.children
  if (open.length !== 1 || root.children.length !== 1 || !only) throw new Error('not a single complete document')
  return only
}

/** The texts of the elements of a name, at any depth. */
export const textsOf = (element: XmlElement, name: string): string[] =>
  element.children.flatMap((child) => (child.name === name ? [child.text] : textsOf(child, name)))

const schemas = join(import.meta.dirname, '../schemas')
const schemaFile = (name: string) => ({ fileName: name, contents: readFileSync(join(schemas, name), 'utf8') })

/** What is wrong with documents by a schema of `server/testing/schemas`, in xmllint's words; `imports`: the schemas that it imports. */
async function schemaProblems(documents: readonly string[], schema: string, ...imports: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: documents.map((contents, at) => ({ fileName: `${at}.xml`, contents })),
    schema: [schemaFile(schema)],
    preload: imports.map(schemaFile),
  })
  return errors.map(({ message, loc }) => `${loc?.fileName ?? ''}: ${message}`)
}

/** By the official schema of Facturae 3.2.2. */
export const facturaeProblems = (...documents: readonly string[]): Promise<string[]> =>
  schemaProblems(documents, 'Facturaev3_2_2.xsd', 'xmldsig-core-schema.xsd')

/** By the tax office's schemas of the register of invoices. */
export const registerProblems = (...documents: readonly string[]): Promise<string[]> =>
  schemaProblems(documents, 'SuministroLR.xsd', 'SuministroInformacion.xsd', 'xmldsig-core-schema.xsd')
