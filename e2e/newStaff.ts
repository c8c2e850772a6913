import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { hostCookie } from '../server/platform/calls/cookies.ts'
import { newStaffToken, staffTokenHash } from '../server/platform/consoleGateway/consoleCookie.ts'
import { withClient } from '../server/platform/database/withClient.ts'
import type { StaffRole } from '../domain/provider/staff.ts'
import { running } from './newOwner.ts'

/** A page of the console, in a separate browser context, of a new member of staff who is signed in; sign-in itself has its own journey. */
export async function newStaff(browser: Browser, roles: readonly StaffRole[], [firstName, lastName]: [string, string]): Promise<Page> {
  const [staffId, token, now] = [randomUUID(), newStaffToken(), new Date()]
  const end = new Date(now.getTime() + 12 * 3_600_000)
  await withClient(running().ownerUrl, async (client) => {
    await client.query(
      `insert into staff (id, email, first_name, last_name, roles, password_hash, sealed_secret, created_at, joined_at)
       values ($1, $2, $3, $4, $5, 'none', '\\x00', $6, $6)`,
      [staffId, `${staffId}@proveedor.test`, firstName, lastName, roles, now],
    )
    await client.query(
      'insert into staff_sessions (id, staff_id, token_hash, created_at, active_at, expires_at) values ($1, $2, $3, $4, $4, $5)',
      [randomUUID(), staffId, staffTokenHash(token), now, end],
    )
  })
  const address = `http://127.0.0.1:${process.env.E2E_PORT}`
  const context = await browser.newContext()
  await context.addCookies([
    { name: hostCookie({ publicUrl: address }, 'staff'), value: token, url: address, sameSite: 'Strict', httpOnly: true },
  ])
  return context.newPage()
}
