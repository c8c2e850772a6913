import { pluginPlatforms, type PluginPlatform } from '#domain/merchants/plugin'
import { ConfigProblem } from '../database/configProblem.ts'

/** The newest version of each plugin that shops are given; the provider says another in PLUGIN_VERSIONS, and nobody is called to learn it. */
const newest: Readonly<Record<PluginPlatform, string>> = { woocommerce: '4.3.0', prestashop: '8.4.0', magento: '3.2.1' }

export const pluginSettings = {
  PLUGIN_VERSIONS: [
    '',
    `Newest versions of the shops' plugins, as woocommerce=${newest.woocommerce}, prestashop=${newest.prestashop}; default those of this release`,
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

export type PluginVersions = Readonly<Record<PluginPlatform, string>>

/** Reads them. A wrong one is a `ConfigProblem` of one line. */
export function pluginVersionsOf(read: (name: keyof typeof pluginSettings) => string): PluginVersions {
  const versions = { ...newest }
  for (const part of read('PLUGIN_VERSIONS')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)) {
    const [platform = '', version = ''] = part.split('=').map((one) => one.trim())
    if (!Object.hasOwn(pluginPlatforms, platform) || !/^\d{1,4}(\.\d{1,5}){0,3}$/.test(version))
      throw new ConfigProblem(
        `PLUGIN_VERSIONS="${part}" is not one of ${Object.keys(pluginPlatforms).join(', ')} with a version, as magento=3.2.1.`,
      )
    versions[platform as PluginPlatform] = version // looked for one line above
  }
  return versions
}
