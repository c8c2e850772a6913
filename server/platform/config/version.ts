import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { version: inPackage } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }

/** The product's version, by semver.org: the one of package.json. */
export const version = inPackage
