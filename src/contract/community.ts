import { Type } from 'typebox'
import { POST_TEXT_MAX } from '#quiz/marketplace.ts'
import { ErrorReply } from './errors.ts'
import { REPORT_ID } from './reports.ts'
import { urls } from './urls.ts'

const errors = { '4xx': ErrorReply, '5xx': ErrorReply } as const

export const CommunityPost = Type.Object({
  post_id: Type.String({ format: 'uuid' }),
  report_id: Type.String({ pattern: REPORT_ID }),
  text: Type.String(),
})
export type CommunityPost = Type.Static<typeof CommunityPost>

export const createPost = {
  method: 'POST',
  url: urls.communityPosts,
  schema: {
    summary:
      'Post an own public report to the community of the embedded marketplace, once; 403 in China outside the app',
    body: Type.Object(
      {
        report_id: Type.String({ pattern: REPORT_ID }),
        // Characters as people count them are counted after cleaning; this only bounds what is looked at.
        text: Type.Optional(
          Type.String({ maxLength: 8 * POST_TEXT_MAX, description: `at most ${POST_TEXT_MAX} characters` }),
        ),
      },
      { additionalProperties: false },
    ),
    response: { 201: Type.Object({ data: CommunityPost }), ...errors },
  },
} as const

export const deletePost = {
  method: 'DELETE',
  url: urls.communityPost(':post_id'),
  schema: {
    summary: 'Delete an own post, or take one down as staff',
    params: Type.Object({ post_id: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
    response: { 204: Type.Null(), ...errors },
  },
} as const
