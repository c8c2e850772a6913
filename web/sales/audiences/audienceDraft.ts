import { MIN_AUDIENCE_SIZE, AUDIENCE_NAME, AUDIENCE_ROWS, type IdentifierType, type LawfulBasis } from '#domain/sales/campaigns/audience'
import { t } from '../../platform/i18n/t.ts'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import type { AudienceFile } from './useAudienceFile.ts'

/** Where the people come from. */
export type AudienceSource = 'file' | 'operations'

/** What a person decides about a new audience, beside the file itself. */
export type AudienceDraft = {
  source: AudienceSource
  name: string
  basis: LawfulBasis | null
  basisNote: string
  /** Of operations: their filters, and by what people are known. */
  filters: ListQuery
  type: IdentifierType
}

/** What keeps a name from being taken, in words; null when nothing does. */
export function nameProblem(name: string): string | null {
  const { length } = name.trim()
  return length < AUDIENCE_NAME.least || length > AUDIENCE_NAME.most ? t('audiences.name.problem', AUDIENCE_NAME) : null
}

/** How many people a new audience would have; null while that is not known. */
export function peopleOf(draft: AudienceDraft, file: AudienceFile, previewed: number | null): number | null {
  if (draft.source === 'operations') return previewed
  return file.at === 'read' ? (file.sorted?.members.size ?? null) : null
}

/** The first thing that keeps an audience from being made, in words; null when nothing does. */
export function draftProblem(draft: AudienceDraft, file: AudienceFile, people: number | null): string | null {
  if (draft.source === 'file' && (file.at === 'none' || file.at === 'refused')) return t('audiences.lacks.file')
  if (people === null) return t('audiences.lacks.reading')
  if (people === 0) return t(`audiences.lacks.people.${draft.source}`)
  if (people > AUDIENCE_ROWS) return t('audiences.lacks.fewer', { most: AUDIENCE_ROWS })
  if (draft.basis === null) return t('audiences.lacks.basis')
  return nameProblem(draft.name)
}

/** Said before it is made: too few to be used. */
export const isSmall = (people: number | null): boolean => people !== null && people > 0 && people < MIN_AUDIENCE_SIZE
