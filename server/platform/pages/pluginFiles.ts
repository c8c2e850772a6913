import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { strToU8, zipSync } from 'fflate'
import { woocommerceFile } from '#domain/merchants/plugin'
import type { Services } from '../calls/call.ts'
import type { Config } from '../config/config.ts'

const source = join(import.meta.dirname, '../../../plugins/woocommerce')
const folder = 'pago-a-plazos'
/** The files of the plugin; tests stay here. */
const names = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.php') && !name.startsWith('tests'),
)

/** What the plugin knows of us: written into its file, so that a shop types only its key. */
const provider = ({ brand, publicUrl, hosts }: Pick<Config, 'brand' | 'publicUrl' | 'hosts'>) => {
  const apiUrl = hosts.vendorApiUrl || publicUrl
  return { name: brand.name, vendor: brand.vendor, api_url: apiUrl, script_url: `${apiUrl}/widget.js` }
}

/** The plugin for WooCommerce as WordPress takes it: a zip with one folder. */
function woocommercePlugin(config: Pick<Config, 'brand' | 'publicUrl' | 'hosts'>): Uint8Array {
  const files = Object.fromEntries(names.map((name) => [`${folder}/${name}`, readFileSync(join(source, name))]))
  return zipSync({ ...files, [`${folder}/includes/provider.json`]: strToU8(JSON.stringify(provider(config), null, 2)) })
}

/** The files that "Conectar tu tienda" offers. */
export function pluginFiles(app: FastifyInstance, { config }: Services): void {
  app.get(woocommerceFile, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-disposition', `attachment; filename="${folder}-woocommerce.zip"`)
      .type('application/zip')
      .send(Buffer.from(woocommercePlugin(config))),
  )
}
