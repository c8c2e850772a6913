import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium as playwright } from '@playwright/test'
import { runTool } from './runTool.ts'

const debian = '/usr/bin/chromium'

function installByApt(say: (line: string) => void): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  say('Installing Chromium by apt …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  return existsSync(debian)
}

/** The path of a Chromium, installed first if there is none: CHROMIUM_PATH, Debian's, by apt under root, Playwright's own. */
export async function chromium(say: (line: string) => void): Promise<string> {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH names ${given}, and there is no such file.`)
  if (given) return given
  if (existsSync(debian)) return debian
  const own = playwright.executablePath()
  if (existsSync(own)) return own
  if (installByApt(say)) return debian
  say('Downloading Chromium …')
  const { code, output } = await runTool(
    'node_modules/@playwright/test/cli.js',
    ['install', '--with-deps', 'chromium'].filter((word) => word !== '--with-deps' || process.getuid?.() === 0),
  )
  if (code !== 0 || !existsSync(own)) throw new Error(`Chromium could not be installed; set CHROMIUM_PATH to one.\n${output}`)
  return own
}
