/** What is told of the model and its proposals. */
export const model = {
  'No model is set up: LLM_API_KEY is unset.': '没有设置模型：LLM_API_KEY 未设置。',
  '{name} is not taken: {reason}': '{name} 不被采纳：{reason}',
  'text that gives orders asks for this very step, so it is taken only where the analysis finds it.':
    '发出指令的文本要求的正是这一步骤，因此只有在分析也得出它时才采纳。',
  'the analysis finds another cause ({kind}); quote two different calls that prove yours.':
    '分析得出另一个根因（{kind}）；请引用两次不同的调用来证明你的结论。',
  'The model wants to look further.': '模型想继续查看。',
  'The model submitted no diagnosis in {turns} turns.': '模型在 {turns} 轮内没有提交诊断。',
  'The model submitted no diagnosis and named nothing of this incident in what it said instead.':
    '模型没有提交诊断，其所说的内容也没有提到此事件的任何对象。',
  'The model holds:': '模型认为：',
  'The analysis holds:': '分析认为：',
  'The model holds: {conclusion}': '模型认为：{conclusion}',
  'The analysis holds: {conclusion}': '分析认为：{conclusion}',
  'What the model said repeats orders found in text from outside, so it is left out.':
    '模型的话重复了外来文本中的指令，因此略去。',
  'The model submitted no conclusion.': '模型没有提交结论。',
  'The model spoke of what was seen before the interruption and does not show any more, so it is left out.':
    '模型所说的是中断之前看到的、现已不再出现的内容，因此略去。',
  'What the model wanted is not proposed: {value}': '模型想要的步骤没有提议：{value}',
  'nothing bears it.': '没有任何依据。',
  'Analysis and model disagree on whether anything is wrong.': '分析与模型对是否有异常意见不一。',
  'Analysis and model name different causes.': '分析与模型指出了不同的根因。',
  'The model proposes no step; the analysis does.': '模型没有提议步骤；分析有。',
  'Concluded before the diagnosis was interrupted, from what in part does not show any more:':
    '在诊断中断之前得出的结论，所依据的部分内容已不再出现：',
  'The model holds that nothing should be changed, and the analysis does not act against it.':
    '模型认为不应做任何变更，分析不会与之相悖。',
  'The model proposes no step.': '模型没有提议步骤。',
  'The model did not come to an end in {value} s.': '模型在 {value} 秒内没有结束。',
  'model turn {number}': '模型第 {number} 轮',
  'The model could not be asked ({name}).': '无法询问模型（{name}）。',
  'The {value} tokens one incident may use are used up (LLM_INCIDENT_TOKENS).':
    '一个事件可用的 {value} 个 token 已用尽（LLM_INCIDENT_TOKENS）。',
  'The {value} model tokens of this hour are used up (LLM_HOURLY_TOKENS), so the analysis works alone.':
    '本小时可用的 {value} 个模型 token 已用尽（LLM_HOURLY_TOKENS），因此由分析单独进行。',
  'The model holds, unproven: {conclusion}': '模型认为（未经证实）：{conclusion}',
  'The model proved nothing of what it said, so the analysis stands.': '模型没有证明其所说的任何内容，因此以分析为准。',
  'Unproven, the model quotes nothing that was seen: {conclusion}': '未经证实，模型没有引用任何所见内容：{conclusion}',
  'What the model says is not proven, so nothing is proposed.': '模型所说的未经证实，因此不提议任何步骤。',
  'Unproven: {text}': '未经证实：{text}',
} as const
