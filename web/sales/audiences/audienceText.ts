import { joinTexts } from '#domain/platform/direction'
import { shortId } from '#domain/platform/shortId'
import type { Audience } from '#contract/sales/audiences'
import { MIN_AUDIENCE_SIZE, AUDIENCE_ROWS } from '#domain/sales/campaigns/audience'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { activeFilters } from '../../platform/lists/activeFilters.ts'
import { filterText } from '../../platform/lists/filterText.ts'
import { emptyListQuery, type ListQuery } from '../../platform/lists/listQuery.ts'
import type { StatusKind } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** Icon of each status; a ready audience that is too small cannot be used yet. */
export const audienceKind = ({ status, gap }: Pick<Audience, 'status' | 'gap'>): StatusKind => {
  const kinds: Record<Audience['status'], StatusKind> = {
    processing: 'upcoming',
    ready: gap === 'too_small' ? 'accepted-paused' : 'accepted-filled',
    failed: 'rejected',
    erased: 'stopped',
  }
  return kinds[status]
}

/** Second line of the status: the reason of a failure, or how many members are missing. */
export function stateDetail({ status, problem, gap, erased }: Pick<Audience, 'status' | 'problem' | 'gap' | 'erased'>): string | null {
  if (status === 'failed' && problem !== null) return t(`audiences.problem.${problem}`, { most: AUDIENCE_ROWS })
  if (status === 'erased' && erased !== null) return erasedText(erased)
  return gap === 'too_small' ? t('audiences.tooSmall', { least: MIN_AUDIENCE_SIZE }) : null
}

/** "20.11.2026, por Olga Núñez", or the date of the automatic erasure. */
const erasedText = ({ at, by }: NonNullable<Audience['erased']>): string =>
  by === null ? t('audiences.erasedByTime', { date: date(at) }) : t('audiences.erasedBy', { date: date(at), who: by })

/** The filters of the operations list that an audience was created from. */
const listQueryOf = (filters: NonNullable<Audience['filters']>): ListQuery => ({
  ...emptyListQuery,
  ...(filters as Partial<ListQuery>), // the same names and values, validated by the server
})

/** The filters as text, or that there were none. */
export function filtersText(filters: NonNullable<Audience['filters']>): string {
  const query = listQueryOf(filters)
  const words = activeFilters(query).map((name) => filterText(query, name))
  return words.length === 0 ? t('views.everything') : joinTexts(words)
}

/** Source and identifier type. */
export const sourceText = ({ source, identifierType }: Pick<Audience, 'source' | 'identifierType'>): string =>
  t('audiences.sourceOf', { source: t(`audiences.source.${source}`), type: t(`audiences.type.${identifierType}`) })

/** Retention date. */
export const keptText = ({ keptUntil, status }: Pick<Audience, 'keptUntil' | 'status'>): string => {
  if (status === 'erased') return '—'
  return keptUntil === null ? t('audiences.keptWhileUsed') : date(keptUntil)
}

/** The receipt as label and value pairs, for printing and saving. */
export function receiptLines(audience: Audience, shop: { shopName: string; mode: 'live' | 'sandbox' }): [term: string, value: string][] {
  const { file, filters, erased, basisNote } = audience
  const lines: [string, string | null][] = [
    [t('shell.heading.shop'), shop.mode === 'sandbox' ? `${shop.shopName} · ${t('operations.test')}` : shop.shopName],
    [t('shell.heading.reference'), shortId(audience.uuid)],
    [t('audiences.receipt.source'), sourceText(audience)],
    [t('reports.fact.filters'), filters === null || erased !== null ? null : filtersText(filters)],
    [t('reports.fact.file'), file && t('audiences.receipt.fileRows', file)],
    [t('audiences.column.people'), t('audiences.people', { count: erased?.size ?? audience.size })],
    [t('audiences.receipt.basis'), t(`audiences.basis.${audience.basis}`)],
    [t('audiences.receipt.note'), basisNote === '' ? null : basisNote],
    [t('audiences.receipt.created'), byText(audience.created, audience.createdBy)],
    [t('audiences.column.refreshed'), dateTime(audience.refreshedAt)],
    [t('audiences.column.kept'), erased === null ? keptText(audience) : null],
    [t('audiences.receipt.erased'), erased && byText(erased.at, erased.by ?? t('audiences.receipt.clock'))],
  ]
  return lines.filter((line): line is [string, string] => line[1] !== null)
}

const byText = (at: string, who: string | null): string =>
  who === null ? dateTime(at) : t('audiences.receipt.by', { time: dateTime(at), who })
