import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium as playwright } from '@playwright/test'
import { runTool } from './runTool.ts'

// The headless shell is the same engine without windows: a page costs half the CPU time.
const shell = '/usr/bin/chromium-headless-shell'
const desktop = '/usr/bin/chromium'

function installByApt(name: string, say: (line: string) => void): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say(`Installing ${name} by apt …`)
  const patience = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=20']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', name]])
    spawnSync('apt-get', [...words, '-qq', ...patience], { stdio: 'ignore', env })
  return existsSync(`/usr/bin/${name}`)
}

/** The path of a Chromium, installed if there is none: CHROMIUM_PATH, Debian's headless shell (by apt as root), Debian's Chromium, Playwright's own. */
export async function chromium(say: (line: string) => void): Promise<string> {
  const configured = process.env.CHROMIUM_PATH
  if (configured && !existsSync(configured)) throw new Error(`CHROMIUM_PATH=${configured} does not exist.`)
  if (configured) return configured
  const own = playwright.executablePath()
  if (existsSync(shell) || installByApt('chromium-headless-shell', say)) return shell
  for (const path of [desktop, own]) if (existsSync(path)) return path
  if (installByApt('chromium', say)) return desktop
  say('Downloading Chromium …')
  const { code, output } = await runTool(
    'node_modules/@playwright/test/cli.js',
    ['install', '--with-deps', 'chromium'].filter((word) => word !== '--with-deps' || process.getuid?.() === 0),
  )
  if (code !== 0 || !existsSync(own)) throw new Error(`Chromium could not be installed; set CHROMIUM_PATH to one.\n${output}`)
  return own
}
