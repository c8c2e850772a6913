import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readArticleFile } from './articleFile.ts'
import { csvText } from '../../platform/csvText.ts'

const read = (content: string, most = 5_000) => readArticleFile(content, most)

describe('readArticleFile', () => {
  it('reads CSV from Spanish Excel, by column names', () => {
    const file =
      '\ufeffNombre;Referencia;Imagen;Dirección\r\n"Sofá ""Ñandú"", gris";="00712";https://cdn.tienda.test/1.jpg;tienda.test/sofa\r\n;B-2;;\r\n'
    expect(read(file)).toEqual({
      articles: [
        { id: '00712', name: 'Sofá "Ñandú", gris', imageUrl: 'https://cdn.tienda.test/1.jpg', url: 'tienda.test/sofa' },
        { id: 'B-2' },
      ],
      unread: [],
    })
  })

  it('accepts commas, tabs or the separator line of Excel', () => {
    for (const separator of [',', '\t', ';'])
      expect(read(`sku${separator}title\nA-1${separator}Mesa\n`)?.articles).toEqual([{ id: 'A-1', name: 'Mesa' }])
    expect(read('sep=,\nref,nombre\nA-1,Mesa\n')?.articles).toEqual([{ id: 'A-1', name: 'Mesa' }])
  })

  it('without a header expects number, name, address, description and image, or numbers alone', () => {
    expect(read('A-1;Mesa;https://tienda.test/mesa;De pino\nB-2;Silla;;')?.articles).toEqual([
      { id: 'A-1', name: 'Mesa', url: 'https://tienda.test/mesa', description: 'De pino' },
      { id: 'B-2', name: 'Silla' },
    ])
    expect(read('A-1\nB-2\nA-1\n')?.articles).toEqual([{ id: 'A-1' }, { id: 'B-2' }])
    expect(read('')).toEqual({ articles: [], unread: [] })
  })

  it('reports invalid rows with the reason', () => {
    const file = `referencia;nombre;url;imagen\n;Sin número;;\n${'x'.repeat(101)};Largo;;\nA;Mala;javascript:alert(1);\nB;Peor;;data:text/html,x\nC;Buena;;\n`
    expect(read(file)?.unread.map(({ line, problem }) => [line, problem])).toEqual([
      [2, 'id'],
      [3, 'long'],
      [4, 'url'],
      [5, 'image_url'],
    ])
    expect(read(file)?.articles).toEqual([{ id: 'C', name: 'Buena' }])
  })

  it('keeps hostile cells as text and evaluates none', () => {
    const hostile = '=HYPERLINK("http://mal.test";"x")'
    const [article] = read(`ref;nombre\nA;"${hostile.replaceAll('"', '""')}"\n`)?.articles ?? []
    expect(article?.name).toBe(hostile)
    expect(read(`ref;nombre\n'+34;uno\u0000\u0007dos\n`)?.articles).toEqual([{ id: '+34', name: 'uno dos' }])
    expect(read('ref;nombre\nA;"sin cerrar\nB;Mesa\n')?.articles.map(({ id }) => id)).toEqual(['A', 'B'])
  })

  it('refuses a file with more rows than a campaign can have articles', () => {
    const rows = (count: number) => Array.from({ length: count }, (_, nth) => `N${nth}`).join('\n')
    expect(read(rows(5), 5)?.articles).toHaveLength(5)
    expect(read(`ref\n${rows(5)}`, 5)?.articles).toHaveLength(5)
    expect([read(rows(6), 5), read(`ref\n${rows(6)}`, 5)]).toEqual([null, null])
  })

  it('reads back a file that we wrote', () => {
    const words = fc
      .stringMatching(/^[A-Za-z0-9ñÑáé=+@-][A-Za-z0-9ñÑ ,;"'=-]{0,20}[a-z0-9]$/)
      .filter((text) => !text.includes('  ') && !text.startsWith('="'))
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(words, words), { selector: ([id]) => id, minLength: 1, maxLength: 8 }), (articles) => {
        const file = `\ufeffreferencia;nombre\r\n${articles.map((cells) => cells.map(csvText).join(';')).join('\r\n')}\r\n`
        expect(read(file)?.articles).toEqual(articles.map(([id, name]) => ({ id, name })))
      }),
      { numRuns: 200 },
    )
  })

  it('never throws on arbitrary text and respects the maximum lengths', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (content) => {
        for (const { id, name = '' } of read(content)?.articles ?? [])
          expect([id.length > 0, id.length <= 100, name.length <= 200]).toEqual([true, true, true])
      }),
      { numRuns: 200 },
    )
  })
})
