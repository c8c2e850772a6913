import { afterAll, beforeAll, expect, it } from 'vitest'
import { addStaff, callConsole } from '../../testing/provider/testStaff.ts'
import { startTestServer, type TestServer } from '../../testing/testServices.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

it('staff see every e-mail in a language, as a page that may only be framed by ours and runs nothing', async () => {
  const as = await addStaff(server, ['support'])
  const { body } = await callConsole(server, 'emailSampleList', { as, query: { language: 'pt' } })
  expect(new Set(body.emails.map(({ group }) => group)).size).toBe(5)
  expect(body.emails.find(({ name }) => name === 'customer-link')?.subject).toMatch(/^Ciclos Alameda: .*649,00/)
  const view = (look: 'light' | 'dark' | 'text', sample = 'customer-approved') =>
    server.send('GET', `/console/v1/messages/${sample}?language=es&as=${look}`, { headers: { cookie: as.cookie } })
  const [light, dark, text] = [await view('light'), await view('dark'), await view('text')]
  expect(light.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(light.headers.get('content-disposition')).toMatch(/^inline;/)
  expect(light.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  )
  expect([light.raw.includes('@media not all{'), dark.raw.includes('@media all{')]).toEqual([true, true])
  expect([text.headers.get('content-type'), text.raw.includes('En total: 700,13')]).toEqual(['text/plain; charset=utf-8', true])
  expect((await view('light', 'nobody')).status).toBe(404)
})
