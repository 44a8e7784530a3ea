/** What a person should know before believing the rest of a card, and what the thread below it is told. */
export const cards = {
  'Text in {where:value} gives orders and was not followed: {text:said}': '{where} 中的文本含有指令，未被执行：{text}',
  'Analysis and model disagree: {why}': '内置分析与大模型不一致：{why}',
  'The model could not be used: {why}': '大模型无法使用：{why}',
  'This plan undoes the one before.': '此方案用于回滚之前的方案。',
  'Only listed approvers may decide.': '只有名单中的审批人可以决策。',
  '{id:incident} still waits for a decision.': '{id} 仍在等待决策。',
  'Half of the time is over; it expires at {time}.': '时间已过半；将于 {time} 过期。',
  '{id:incident} has expired: nobody decided in time, and nothing was changed.':
    '{id} 已过期：无人及时决策，未做任何更改。',
  'Please look at it yourself.': '请人工查看。',
  '{id:incident} needs a person.': '{id} 需要人工处理。',
  'It is part of {leader:incident}, which has the plan.': '它已归并到 {leader}，方案在那里。',
}
