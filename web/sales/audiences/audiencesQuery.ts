/** Dialogs over the list, besides its two routes; in the URL, so that reload and Back keep them. */
const audienceDialogs = ['receipt', 'contains', 'overlap', 'erase'] as const
type AudienceDialog = (typeof audienceDialogs)[number]

/** URL state of the page. `id`: the audience of the dialog. */
export type AudiencesQuery = { status: 'kept' | 'erased'; page: number; dialog: AudienceDialog | null; id: string | null }

/** Parses the URL; unknown values and a dialog without its audience are ignored. */
export function readAudiencesQuery(search: Readonly<Record<string, string>>): AudiencesQuery {
  const id = /^[0-9a-f]{32}$/.test(search['audience'] ?? '') ? (search['audience'] ?? null) : null
  const dialog = id === null ? null : (audienceDialogs.find((one) => one === search['dialog']) ?? null)
  return {
    status: search['status'] === 'erased' ? 'erased' : 'kept',
    page: /^[1-9]\d{0,4}$/.test(search['page'] ?? '') ? Number(search['page']) : 1,
    dialog,
    id: dialog === null ? null : id,
  }
}

/** Serializes the URL state; defaults are omitted. */
export const audiencesSearch = ({ status, page, dialog, id }: AudiencesQuery): Record<string, string> => ({
  ...(status === 'erased' && { status }),
  ...(page > 1 && { page: String(page) }),
  ...(dialog && id && { dialog, audience: id }),
})
