import { expect, it } from 'vitest'
import { signJsApi } from './signature.ts'

/** The example of the vendor's documentation: JS-SDK, appendix 1, "JS-SDK使用权限签名算法". */
it("signs the vendor's published example as published", () => {
  expect(
    signJsApi({
      ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
      nonceStr: 'Wm3WZYTPz0wzccnW',
      timeStamp: 1414587457,
      url: 'http://mp.weixin.qq.com?params=value',
    }),
  ).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
})
