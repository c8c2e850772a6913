import { expect, type Page } from '@playwright/test'
import { ask } from './api.ts'
import { password, type Enter } from './persona.ts'

let people = 0

/** The link in the last e-mail to an address, polled until it has been sent. `to`: the prefix of its path; `before`: the link of an earlier e-mail. */
export async function mailedLink(page: Page, address: string, to: string, before = ''): Promise<string> {
  const linkNow = async () => {
    const letters = (await (await page.request.get('/outbox')).text()).split('<article>')
    const links = letters.filter((letter) => letter.includes(address)).flatMap((letter) => [...letter.matchAll(/<a href="([^"]+)"/g)])
    return links.map(([, link = '']) => link.replaceAll('&amp;', '&')).find((link) => link.includes(to)) ?? before
  }
  await expect.poll(linkNow).not.toBe(before)
  return linkNow()
}

/** A new person invited by an owner, who has joined with the demo's password; returns their address. */
export async function newPerson(enter: Enter): Promise<string> {
  const owner = await enter('dostiendas', { own: true })
  people += 1
  const email = `nueva.${process.pid}.${people}@demo.test`
  expect((await ask(owner, 'POST', '/v2/me/step-up', { body: { password } })).status()).toBe(204)
  const invited = await ask(owner, 'POST', '/v2/users', { body: { emails: [email], role: 'editor', merchants: [] } })
  expect(invited.status(), await invited.text()).toBeLessThan(300)
  const [, id = '', token = ''] = /#([0-9a-f]{32})\.([\w-]{43})/.exec(await mailedLink(owner, email, '/invitation')) ?? []
  const accepted = await owner.request.post(`/v2/${id}/invitation/accept`, {
    data: { token, first_name: 'Nieves', last_name: 'Prueba Larga', new_password1: password, new_password2: password },
    headers: { origin: `http://127.0.0.1:${process.env.E2E_PORT}` },
  })
  expect(accepted.status(), await accepted.text()).toBeLessThan(300)
  await owner.context().close()
  return email
}
