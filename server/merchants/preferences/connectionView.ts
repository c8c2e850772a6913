import { pluginPlatforms, type PluginPlatform, woocommerceFile, woocommerceVersion } from '#domain/merchants/plugin'
import { sql } from '../../platform/database/sql.ts'
import type { Handler } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'

type Row = {
  url: string | null
  public_key: string | null
  has_private: boolean
  last_used_at: Date | null
  last_used_client: string | null
  plugins: { said: string; at: string }[]
}

/** The settings for a shop's page or plugin. The newest valid public key; of the private one only whether it exists. */
export const connectionView: Handler<'connectionView'> = async ({ db, scope: { merchantId, mode }, params, services, now }) => {
  const row =
    await db.first<Row>(sql`select m.url, p.public_key, s.has_private, s.last_used_at, s.last_used_client, s.plugins from merchants m
      left join lateral (select k.public_key from api_keys k join api_key_lookups d on d.key_id = k.id
        where k.merchant_id = m.id and k.mode = ${mode} and k.kind = 'public' and (d.ends_at is null or d.ends_at > ${now}) order by k.created_at desc limit 1) p on true
      cross join lateral (select bool_or(d.ends_at is null or d.ends_at > ${now}) as has_private, max(k.last_used_at) as last_used_at,
          (array_agg(k.last_used_client order by k.last_used_at desc nulls last))[1] as last_used_client,
          coalesce(json_agg(json_build_object('said', k.last_used_plugin, 'at', k.last_used_at) order by k.last_used_at desc) filter (where k.last_used_plugin is not null), '[]') as plugins
        from api_keys k join api_key_lookups d on d.key_id = k.id where k.merchant_id = m.id and k.mode = ${mode} and k.kind = 'private') s
    where m.id = ${merchantId}`)
  if (!row) throw notFound(params.merchantId)
  const { publicUrl, hosts } = services.config
  const apiUrl = hosts.vendorApiUrl || publicUrl
  const key = row.public_key ?? ''
  return {
    shopUrl: row.url,
    apiUrl,
    scriptUrl: (hosts.providerScriptUrl || `${apiUrl}/widget.js?public_key={key}`).replaceAll('{key}', key),
    publicKey: row.public_key,
    privateKey: row.has_private ?? false,
    lastSeen: row.last_used_at && { at: row.last_used_at.toISOString(), client: row.last_used_client },
    plugins: platforms.flatMap((platform) => {
      const seen = row.plugins.map(({ said, at }) => ({ said: said.split(' '), at })).find(({ said }) => said[0] === platform)
      const latest = services.config.pluginVersions[platform] ?? null
      if (latest === null && !seen) return []
      const isOurs = platform === 'woocommerce' && latest === woocommerceVersion
      const [installed, seenAt] = [seen?.said[1] ?? null, seen ? new Date(seen.at).toISOString() : null]
      return [{ platform, latest, installed, seenAt, download: isOurs ? woocommerceFile : null }]
    }),
  }
}

const platforms = Object.keys(pluginPlatforms) as PluginPlatform[]
