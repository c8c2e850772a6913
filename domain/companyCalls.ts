import type { CallName } from './roles.ts'

/** The calls about who stands behind an account: a person or a company, its owners and its papers. */
export const companyCalls = [
  'profile',
  'profileCreate',
  'profileUpdate',
  'enterprise',
  'enterpriseCreate',
  'enterpriseUpdate',
  'ownerList',
  'ownerCreate',
  'ownerUpdate',
  'ownerDelete',
  'documentList',
  'documentUpload',
  'documentFile',
  'documentDelete',
] as const satisfies readonly CallName[]
