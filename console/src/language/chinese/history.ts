/** What the environment and the knowledge were before. */
import { said } from '../../../../src/words/values.ts'

export const history = said({
  'Nothing was saved yet.': '尚未保存过。',
  'The newest {shown} of {total}.': '共 {total} 个版本，显示最新 {shown} 个。',
  'Saved by {by}': '{by} 保存',
  'Saved by {by}, as it is now': '{by} 保存，当前版本',
  'Compared with': '对比对象',
  'What it changed': '该版本的改动',
  'What changed since': '此后的改动',
  'Take it up again': '重新采用',
  'Whole text': '全文',
})
