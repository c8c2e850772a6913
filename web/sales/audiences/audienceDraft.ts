import { MIN_AUDIENCE_SIZE, AUDIENCE_NAME, AUDIENCE_ROWS, type IdentifierType, type LawfulBasis } from '#domain/sales/campaigns/audience'
import { t } from '../../platform/i18n/t.ts'
import type { ListQuery } from '../../platform/lists/listQuery.ts'
import type { AudienceFile } from './useAudienceFile.ts'

/** Source of the members. */
export type AudienceSource = 'file' | 'operations'

/** The form of a new audience, without its file. */
export type AudienceDraft = {
  source: AudienceSource
  name: string
  basis: LawfulBasis | null
  basisNote: string
  /** For operations: their filters, and the identifier of people. */
  filters: ListQuery
  type: IdentifierType
}

/** Message for an invalid name; null when valid. */
export function nameProblem(name: string): string | null {
  const { length } = name.trim()
  return length < AUDIENCE_NAME.least || length > AUDIENCE_NAME.most ? t('audiences.name.problem', AUDIENCE_NAME) : null
}

/** The size of the new audience; null while unknown. */
export function peopleOf(draft: AudienceDraft, file: AudienceFile, previewed: number | null): number | null {
  if (draft.source === 'operations') return previewed
  return file.at === 'read' ? (file.sorted?.members.size ?? null) : null
}

/** Message for the first problem of the draft; null when it can be submitted. */
export function draftProblem(draft: AudienceDraft, file: AudienceFile, people: number | null): string | null {
  if (draft.source === 'file' && (file.at === 'none' || file.at === 'refused')) return t('audiences.lacks.file')
  if (people === null) return t('audiences.lacks.reading')
  if (people === 0) return t(`audiences.lacks.people.${draft.source}`)
  if (people > AUDIENCE_ROWS) return t('audiences.lacks.fewer', { most: AUDIENCE_ROWS })
  if (draft.basis === null) return t('audiences.lacks.basis')
  return nameProblem(draft.name)
}

/** Whether the audience would have too few members to be used. */
export const isSmall = (people: number | null): boolean => people !== null && people > 0 && people < MIN_AUDIENCE_SIZE
