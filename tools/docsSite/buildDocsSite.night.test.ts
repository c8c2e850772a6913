import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { searchOptions } from './sitePage.ts'

const folder = mkdtempSync(join(tmpdir(), 'trastienda-docs-'))
const root = join(import.meta.dirname, '../..')
afterAll(() => rmSync(folder, { recursive: true }))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const pages = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))

describe('the documentation site', () => {
  let output = ''
  beforeAll(() => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tools/docs.ts', folder], { cwd: root, encoding: 'utf8' })
    // Eleventy tells how long a slow machine took.
    output = `${status} ${stdout}${stderr}`.replaceAll(/^\[11ty\] Benchmark.*\n/gm, '')
  })

  it('has a page for each file of docs/, and no link to a heading that is missing', () => {
    const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    expect(output).toBe(`0 ${files.length + 1} pages in ${folder}\n`)
    expect(pages().toSorted()).toEqual([...files.map((name) => name.replace(/md$/, 'html')), 'index.html'].toSorted())
  })

  it('links only to pages that are there, and loads nothing from elsewhere', () => {
    const known = new Set(pages())
    for (const name of known) {
      const html = read(name)
      expect(
        [...html.matchAll(/(?:src|<link[^>]*href)="(https?:[^"]*)"/g)].map(([, address]) => address),
        name,
      ).toEqual([])
      const inside = [...html.matchAll(/<a href="([^"#]+)[^"]*"/g)]
        .map(([, href = '']) => href)
        .filter((href) => !/^(https?|mailto):/.test(href))
      for (const href of inside) expect(known, `${name} → ${href}`).toContain(join(name, '..', href).replace(/^\.\//, ''))
    }
  })

  it('has the integrators’ pages in Spanish and English, each linked to the other', () => {
    const of = (language: string) => readdirSync(join(folder, 'integrate', language)).toSorted()
    expect(of('es')).toEqual(of('en'))
    expect(of('es')).toEqual(['errors', 'go-live', 'idempotency', 'quick-start', 'testing', 'webhooks'].map((name) => `${name}.html`))
    for (const name of of('es')) {
      expect(read(`integrate/es/${name}`)).toContain(`<html lang="es">`)
      expect(read(`integrate/es/${name}`)).toContain(`integrate/en/${name}" hreflang="en"`)
    }
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(read('index.html')).toContain(version)
  })

  it('shows indented commands as code, and what stands in braces', () => {
    expect(read('install.html')).toContain('<code>{{language}}</code>')
    expect(read('install.html')).toMatch(/<pre><code>npm run package /)
    expect(read('white-label.html')).toContain('contains &lt;text&gt;')
  })

  it('can be searched', () => {
    const index = MiniSearch.loadJSON(read('search.json'), searchOptions)
    const found = (text: string) => index.search(text).map(({ id }) => String(id))
    expect(found('idempotency key')[0]).toBe('integrate/en/idempotency.html')
    expect(found('tarjeta caducada')).toContain('integrate/es/testing.html')
    expect(read('search.js')).not.toContain('SEARCH_OPTIONS)')
  })
})
